/** Shows which scores a corrected key changes, asks the administrator to confirm, and shows the progress while they change. */
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { type Rescore as RescoreFacts, rescoreSchema } from '#contract/desk/rescores.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { useTaken } from '#web/shared/desk/use-taken.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { type Asked, reasonOf, useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ChangeList, SeenVersions } from './change-list.tsx';
import styles from './rescore.module.css';
import { changesNothing, RescoreProgress } from './rescore-progress.tsx';

export default function Rescore() {
  const { questionId = '' } = useParams();
  return <RescoreOf key={questionId} questionId={questionId} />;
}

function RescoreOf({ questionId }: { questionId: string }) {
  const { asked, problem, take } = useRescore(questionId);
  return (
    <DeskPage
      title="Rescore after a correction"
      acts={
        <LinkButton to={useWayBack(paths.questionManager)} icon="arrow-left">
          Question Manager
        </LinkButton>
      }
    >
      {problem && (
        <Notice tone="warn" title="We couldn’t check the progress" live>
          <p>{problem} We’ll keep trying.</p>
        </Notice>
      )}
      <DeskList
        asked={asked}
        loadingLabel="Checking what would change…"
        failedTitle="We couldn’t work out the changes"
        one="question"
      >
        {(rescore) => (
          <Shown questionId={questionId} rescore={rescore} onRetry={asked.retry} onApplied={take} />
        )}
      </DeskList>
    </DeskPage>
  );
}

interface ShownProps {
  questionId: string;
  rescore: RescoreFacts;
  onRetry: () => void;
  onApplied: (rescore: RescoreFacts) => void;
}

function Shown({ questionId, rescore, onRetry, onApplied }: ShownProps) {
  const [asking, setAsking] = useState(false);
  const { changes, version, state, corrected } = rescore;
  const action = changes > 0 ? `Change ${formatCount(changes, 'score')}` : 'Use the corrected key';

  async function confirm() {
    const seen = { version, changes };
    onApplied(await api.post(`questions/${questionId}/rescore/apply`, seen, rescoreSchema));
  }

  return (
    <>
      <p className={styles.question}>{rescore.question}</p>
      <SeenVersions rescore={rescore} />
      <RescoreProgress rescore={rescore} />
      {state === 'ready' && !changesNothing(rescore) && (
        <p>
          <Button variant="primary" onClick={() => setAsking(true)}>
            {action}
          </Button>
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title={changes > 0 ? `Change ${formatCount(changes, 'score')}?` : 'Use the corrected key?'}
        action={action}
        pendingLabel="Starting…"
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        onOutdated={onRetry}
      >
        {changes > 0 && (
          <p>
            <strong>{formatCount(changes, 'candidate')}</strong> will see a different score, as
            listed, and that it was corrected.
            {rescore.texts && ' A text message will tell each of them.'}
          </p>
        )}
        {!corrected && (
          <p>Sittings that end from now on will also be scored by the corrected question.</p>
        )}
        <p>To undo this, change the question back and confirm again.</p>
      </ConfirmDialog>
      <ChangeList
        key={`${version} ${state}`}
        questionId={questionId}
        total={rescore.changes + rescore.applied}
      />
    </>
  );
}

const LOOK_EVERY_MS = 1_000;

interface WatchedRescore {
  asked: Asked<RescoreFacts>;
  /** Why the last look at the progress failed; null when it didn't. */
  problem: string | null;
  /** Takes over the rescore as the server returned it after an act. */
  take: (rescore: RescoreFacts) => void;
}

/** Starts or continues the rescore of a question when the page opens, then asks for its progress while the server works. */
function useRescore(questionId: string): WatchedRescore {
  const path = `questions/${encodeURIComponent(questionId)}/rescore`;
  // This POST changes no score, and repeating it continues a rescore that is already there.
  const ask = useCallback(
    (signal: AbortSignal) => api.post(path, {}, rescoreSchema, { signal }),
    [path],
  );
  const [asked, take] = useTaken(useAsk(ask));
  const [problem, setProblem] = useState<string | null>(null);
  const state = asked.latest?.state;
  const isUnderWay = state === 'checking' || state === 'applying';

  useEffect(() => {
    if (!isUnderWay) return;
    const leaving = new AbortController();
    const timer = setInterval(() => {
      api.get(path, rescoreSchema, { signal: leaving.signal }).then(
        (rescore) => {
          take(rescore);
          setProblem(null);
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setProblem(reasonOf(error).message);
        },
      );
    }, LOOK_EVERY_MS);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [isUnderWay, path, take]);

  return { asked, problem, take };
}
