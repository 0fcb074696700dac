/** Asks before many orders are refunded: how many, how much in all, and who won't be refunded and why. */
import * as z from 'zod/mini';
import { refundRequestSchema } from '#contract/desk/payment-desk.ts';
import { ReasonField } from '#web/desk/candidates/office-dialog.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './payments.module.css';
import { type LeftOut, sumOf, type Wish } from './refund-in-turn.ts';

const formSchema = z.object({ reason: refundRequestSchema.shape.reason });

interface ConfirmProps {
  wishes: readonly Wish[];
  leftOut: readonly LeftOut[];
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

export function Confirm({ wishes, leftOut, onClose, onConfirm }: ConfirmProps) {
  const submit = useSubmit({
    schema: formSchema,
    send: async ({ reason }) => reason,
    onDone: onConfirm,
    fallback: 'Nothing was refunded. Please try again.',
  });
  const [count, sum] = [formatCount(wishes.length, 'order'), formatRupees(sumOf(wishes))];
  if (wishes.length === 0)
    return (
      <div className={styles.form}>
        <Notice tone="info" title="There’s nothing to refund here" />
        <NotRefunded leftOut={leftOut} />
        <div className={styles.acts}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <Form
      submit={submit}
      action={`Refund ${count}: ${sum}`}
      pendingLabel="Refunding…"
      problemTitle="Nothing was refunded"
      danger
    >
      <p>
        <strong>{count}</strong> will be refunded in full, <strong>{sum}</strong> in all. The money
        goes back to the {wishes.length === 1 ? 'account' : 'accounts'} it was paid from.
      </p>
      <NotRefunded leftOut={leftOut} />
      {wishes.some(({ order }) => order.kind === 'exam') && (
        <Notice tone="warn" title="Seats and results stay">
          <p>
            Anyone who has paid can still take the exam. If it’s cancelled, make it Inactive in the
            Exam Manager first.
          </p>
        </Notice>
      )}
      <ReasonField />
    </Form>
  );
}

function NotRefunded({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <section aria-labelledby="left-out" className={styles.part}>
      <h3 id="left-out">Won’t be refunded</h3>
      {leftOut.map(({ why, names }) => (
        <details key={why} className={styles.leftOut}>
          <summary>
            {names.length.toLocaleString('en-IN')} · {why}
          </summary>
          <ul className={styles.lines}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
