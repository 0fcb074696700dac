/**
 * Late acts whose time nothing proves (offline rule 16): an administrator reads the evidence and decides, with a
 * reason.
 */
import { useCallback, useState } from 'react';
import { type HeldSitting, heldListSchema } from '#contract/desk/live.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { countPages, existingPage, Pager } from '#web/shared/desk/pager.tsx';
import { api, type CallOptions } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { DecideForm, type Decision, HeldCard } from './held-card.tsx';
import { countActs } from './in-words.ts';
import styles from './live.module.css';
import { RefreshedLine, useRefreshed } from './use-refreshed.tsx';

const PAGE_SIZE = 10;

export function HeldList() {
  const [page, setPage] = useState(1);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const refreshed = useRefreshed(
    useCallback(
      (options: CallOptions) =>
        api.getPage(`sittings/held?page=${page}&pageSize=${PAGE_SIZE}`, heldListSchema, options),
      [page],
    ),
  );
  const { asked } = refreshed;
  const pages = countPages(asked.latest?.total ?? 0, PAGE_SIZE);
  if (asked.loaded.state === 'ready' && existingPage(page, pages) !== page) setPage(pages);
  const decide = (sitting: HeldSitting, counted: boolean) => {
    setTold(null);
    setFailed(null);
    setDecision({ sitting, counted });
  };

  const looked = ({ sittingId, fullName, uid }: HeldSitting) => {
    setTold(null);
    setFailed(null);
    return api.post(`sittings/${sittingId}/looked`, undefined, successReplySchema).then(
      () => {
        setTold(`The score of ${fullName} (${uid}) is no longer marked.`);
        asked.retry();
      },
      (error: unknown) => setFailed(reasonOf(error).message),
    );
  };

  return (
    <>
      <p className={styles.why}>
        Decide whether this late work counts. “Measured since the start” doesn’t depend on the
        phone’s clock, which anyone can change. If a score already includes late work, check it and
        press Looked at.
      </p>
      {told && (
        <Notice tone="success" live>
          <p>{told}</p>
        </Notice>
      )}
      {failed && (
        <Notice tone="danger" title="The score is still marked" live>
          <p>{failed}</p>
        </Notice>
      )}
      <RefreshedLine refreshed={refreshed} />
      <DeskList
        asked={asked}
        loadingLabel="Loading the late work…"
        failedTitle="We couldn’t load the late work"
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="circle-check" title="Nothing to decide.">
              <p>Late work whose time can’t be proven will appear here.</p>
            </EmptyState>
          ) : (
            <ul className={styles.exams}>
              {data.map((sitting) => (
                <HeldCard
                  key={sitting.sittingId}
                  sitting={sitting}
                  onDecide={decide}
                  onLooked={looked}
                />
              ))}
            </ul>
          )
        }
      </DeskList>
      <Pager label="Pages of late work" page={page} pages={pages} onPage={setPage} />
      <DecideDialog
        decision={decision}
        onClose={() => setDecision(null)}
        onOutdated={asked.retry}
        onDecided={({ sitting, counted }) => {
          setDecision(null);
          setTold(
            `${countActs(sitting.acts)} of ${sitting.fullName} (${sitting.uid}) ${counted ? 'count now' : 'don’t count'}; the score was recalculated.`,
          );
          asked.retry();
        }}
      />
    </>
  );
}

interface DecideDialogProps {
  /** Null while the dialog is closed. */
  decision: Decision | null;
  onClose: () => void;
  onDecided: (decision: Decision) => void;
  /** Called when the waiting acts are no longer the ones that were shown. */
  onOutdated: () => void;
}

/** Confirms a decision on late acts, with its reason. The server refuses it when other acts wait by then. */
function DecideDialog({ decision, onClose, onDecided, onOutdated }: DecideDialogProps) {
  const send = async ({ sitting, counted }: Decision, reason: string) => {
    try {
      const body = { counted, reason, seen: sitting.acts };
      return await api.post(`sittings/${sitting.sittingId}/held`, body, successReplySchema);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'changed-meanwhile') onOutdated();
      throw error;
    }
  };
  return (
    <FormDialog
      open={decision !== null}
      onClose={onClose}
      title={decision?.counted ? 'Count this late work?' : 'Don’t count this late work?'}
    >
      {decision && (
        <DecideForm
          decision={decision}
          send={(reason) => send(decision, reason)}
          onDone={() => onDecided(decision)}
          fallback="We couldn’t save the decision. Please try again."
        />
      )}
    </FormDialog>
  );
}
