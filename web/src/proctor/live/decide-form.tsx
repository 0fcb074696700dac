/** Why late acts count or don't: the reason with which a person decides, and what the decision does. */
import * as z from 'zod/mini';
import type { HeldSitting } from '#contract/desk/live.ts';
import { reasonSchema } from '#contract/hall/acts.ts';
import { Form } from '#web/shared/form.tsx';
import { useSubmit } from '#web/shared/use-submit.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { countActs } from './in-words.ts';
import styles from './live.module.css';

export interface Decision {
  sitting: HeldSitting;
  counted: boolean;
}

interface DecideFormProps {
  decision: Decision;
  send: (reason: string) => Promise<unknown>;
  onDone: () => void;
  /** Said when it fails without a reason. */
  fallback: string;
}

const schema = z.object({ reason: reasonSchema });

export function DecideForm({ decision, send, onDone, fallback }: DecideFormProps) {
  const { sitting, counted } = decision;
  const submit = useSubmit({ schema, send: ({ reason }) => send(reason), onDone, fallback });
  return (
    <div className={styles.decide}>
      <p>
        {countActs(sitting.acts)} of <strong>{sitting.fullName}</strong> ({sitting.uid}) in{' '}
        {sitting.examName}. {counted ? 'They will count' : 'They will not count'}, and the score is
        recalculated.
      </p>
      <Form
        submit={submit}
        action={counted ? 'Count them' : 'Do not count'}
        pendingLabel="Saving…"
        problemTitle="Nothing was decided"
      >
        <TextArea
          label="Reason"
          hint="For the activity log."
          name="reason"
          rows={3}
          maxLength={300}
        />
      </Form>
    </div>
  );
}
