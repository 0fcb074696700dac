/** Confirms a decision on late acts, with its reason; acts that came meanwhile stop it. */
import * as z from 'zod/mini';
import { decideHeldSchema, type HeldSitting } from '#contract/desk/live.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { countActs } from './in-words.ts';
import styles from './live.module.css';

export interface Decision {
  sitting: HeldSitting;
  counted: boolean;
}

interface DecideDialogProps {
  /** Null while none is asked for. */
  decision: Decision | null;
  onClose: () => void;
  onDecided: (decision: Decision) => void;
  /** Other acts wait now than those that were shown. */
  onOutdated: () => void;
}

const reasonSchema = z.pick(decideHeldSchema, { reason: true });

export function DecideDialog({ decision, onClose, ...rest }: DecideDialogProps) {
  return (
    <Dialog
      open={decision !== null}
      onClose={onClose}
      title={decision?.counted ? 'Count these late answers?' : 'Do not count these late answers?'}
    >
      {decision && <ReasonForm decision={decision} {...rest} />}
    </Dialog>
  );
}

type ReasonFormProps = Pick<DecideDialogProps, 'onDecided' | 'onOutdated'> & { decision: Decision };

function ReasonForm({ decision, onDecided, onOutdated }: ReasonFormProps) {
  const { sitting, counted } = decision;
  const submit = useSubmit({
    schema: reasonSchema,
    send: async ({ reason }) => {
      try {
        const body = { counted, reason, seen: sitting.acts };
        return await api.post(`sittings/${sitting.sittingId}/held`, body, successReplySchema);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed-meanwhile') onOutdated();
        throw error;
      }
    },
    onDone: () => onDecided(decision),
    fallback: 'The decision could not be saved. Please try again.',
  });
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
          maxLength={500}
        />
      </Form>
    </div>
  );
}
