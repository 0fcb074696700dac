/**
 * Deletes the user's account: says what is erased, what is kept and why, and what prevents it; then asks for the
 * password.
 */
import { useState } from 'react';
import { accountDeletionSchema } from '#contract/site/account.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './account.module.css';

interface DeleteAccountProps {
  /** Why the account can't be deleted yet according to the server, a sentence each. */
  holds: readonly string[];
  /** Why the account can't be deleted yet according to this phone; null when it can. */
  reasonToStay: () => Promise<string | null>;
  onDeleted: () => void;
}

export function DeleteAccount({ holds, reasonToStay, onDeleted }: DeleteAccountProps) {
  const [here, setHere] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [looking, setLooking] = useState(false);

  async function ask() {
    setLooking(true);
    const reason = await reasonToStay();
    setHere(reason);
    setLooking(false);
    setAsking(reason === null);
  }

  const reasons = here === null ? holds : [...holds, here];
  return (
    <>
      <h3>What we erase right away</h3>
      <p>
        Your name, email address, mobile number, date of birth, address, education and work
        experience. You’ll be signed out everywhere and your UID will stop working. This can’t be
        undone.
      </p>
      <h3>What we must keep, and why</h3>
      <ul className={styles.kept}>
        <li>
          <strong>Tax invoices for your payments</strong>, as issued, with your name and address.
          Tax law requires us to keep them.
        </li>
        <li>
          <strong>Your exam answers, marks and logs</strong>, without your name. Your marks are part
          of everyone’s results, and the law requires us to keep these records for at least a year.
        </li>
        <li>
          <strong>Photos of pages you submitted</strong>, without your name, for one year. Then they
          are erased.
        </li>
        <li>
          <strong>The fact that you agreed to our terms, and when</strong>, under your UID only.
        </li>
      </ul>
      <p>If your result hasn’t been published yet, we won’t be able to give it to you later.</p>
      {reasons.length > 0 && (
        <Notice tone="warn" title="You can’t delete your account yet" live={here !== null}>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      )}
      {/* What this phone says may no longer hold at the next press. */}
      {holds.length === 0 && (
        <p>
          <Button
            variant="danger"
            icon="trash"
            pending={looking}
            pendingLabel="Checking this phone…"
            onClick={ask}
          >
            Delete my account
          </Button>
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        placement="sheet"
      >
        <PasswordStep onDeleted={onDeleted} />
      </Dialog>
    </>
  );
}

function PasswordStep({ onDeleted }: { onDeleted: () => void }) {
  const [unsure, setUnsure] = useState(false);
  const submit = useSubmit({
    schema: accountDeletionSchema,
    send: (typed) =>
      api.post('account/delete', typed, successReplySchema).catch((error: unknown) => {
        if (isUnsure(error)) setUnsure(true);
        throw error;
      }),
    onDone: onDeleted,
    fallback: 'We couldn’t delete your account. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Delete my account permanently"
      pendingLabel="Deleting…"
      problemTitle={
        unsure ? 'Your account may have been deleted already' : 'Your account wasn’t deleted'
      }
      danger
    >
      <p>You can’t get a deleted account back. Please type your password to confirm it’s you.</p>
      <PasswordField label="Your password" name="password" autoComplete="current-password" />
    </Form>
  );
}
