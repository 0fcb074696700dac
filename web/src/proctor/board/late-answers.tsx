/** One candidate's late answers with what is known of their time, and the proctor's decision on them. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { type HeldSitting, heldSittingSchema } from '#contract/desk/live.ts';
import { reasonSchema } from '#contract/hall/acts.ts';
import { Form } from '#web/shared/form.tsx';
import { useLoad } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { HeldCard } from '../live/held-card.tsx';
import { countActs } from '../live/in-words.ts';
import type { WishedAct } from '../local-db/queue.ts';
import styles from './board.module.css';

interface LateAnswersProps {
  examId: string;
  rowId: string;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function LateAnswers({ examId, rowId, does, onDone }: LateAnswersProps) {
  const path = `proctor/held?${new URLSearchParams({ exam: examId, row: rowId })}`;
  const [held] = useLoad(path, heldSittingSchema);
  const [decided, setDecided] = useState<{ sitting: HeldSitting; counted: boolean } | null>(null);
  if (held.state === 'loading') return <Loading label="Loading the evidence…" />;
  if (held.state === 'failed')
    return (
      <Notice tone="warn" title="The evidence could not be loaded">
        <p>{held.message}</p>
      </Notice>
    );
  if (decided)
    return (
      <Reason
        {...decided}
        send={async (reason) => {
          const { counted, sitting } = decided;
          const to = { row: rowId };
          await does({ kind: 'decide-held', examId, to, counted, reason, seen: sitting.acts });
        }}
        onDone={onDone}
      />
    );
  return (
    <ul className={styles.late}>
      <HeldCard
        sitting={held.data}
        onDecide={(sitting, counted) => setDecided({ sitting, counted })}
        onLooked={null}
      />
    </ul>
  );
}

interface ReasonProps {
  sitting: HeldSitting;
  counted: boolean;
  send: (reason: string) => Promise<void>;
  onDone: () => void;
}

const schema = z.object({ reason: reasonSchema });

function Reason({ sitting, counted, send, onDone }: ReasonProps) {
  const submit = useSubmit({
    schema,
    send: ({ reason }) => send(reason),
    onDone,
    fallback: 'This could not be saved on this phone. Please try again.',
  });
  return (
    <div className={styles.sheet}>
      <p>
        {countActs(sitting.acts)} of {sitting.fullName} {counted ? 'will count' : 'will not count'}.
      </p>
      <Form
        submit={submit}
        action={counted ? 'Count them' : 'Do not count'}
        pendingLabel="Saving…"
        problemTitle="Nothing was decided"
      >
        <TextField
          label="Reason"
          hint="For the activity log."
          name="reason"
          autoComplete="off"
          maxLength={300}
        />
      </Form>
    </div>
  );
}
