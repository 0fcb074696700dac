/** Deleting one's account: what goes, what stays and why, what stands against it; then the password. */
import { useState } from 'react';
import { accountDeletionSchema } from '#contract/site/account.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import styles from './account.module.css';

interface DeleteAccountProps {
  /** What stands against it on the server, a sentence each. */
  holds: readonly string[];
  /** What stands against it on this phone. */
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
      <h3>What is erased at once</h3>
      <p>
        Your name, e-mail address, mobile number, date of birth, address, education and work
        experience. You are signed out everywhere and your UID stops working. This can’t be undone.
      </p>
      <h3>What we must keep, and why</h3>
      <ul className={styles.kept}>
        <li>
          <strong>Tax invoices of what you paid</strong>, as they were issued, with the name and
          address on them: tax law asks for it.
        </li>
        <li>
          <strong>Answers, marks and the log of your exams</strong>, without your name: the marks of
          all candidates belong together. The law asks us to keep such records for at least a year.
        </li>
        <li>
          <strong>Photos of pages you submitted</strong>, without your name, for one year. Then they
          are erased.
        </li>
        <li>
          <strong>That you agreed to our terms, and when</strong>, under your UID only.
        </li>
      </ul>
      <p>
        If the result of your exam is not published yet, we can no longer tell you about it
        afterwards.
      </p>
      {reasons.length > 0 ? (
        <Notice tone="warn" title="You can’t delete your account yet" live={here !== null}>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Notice>
      ) : (
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
  const submit = useSubmit({
    schema: accountDeletionSchema,
    send: (typed) => api.post('account/delete', typed, successReplySchema),
    onDone: onDeleted,
    fallback: 'Your account could not be deleted. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Delete my account for ever"
      pendingLabel="Deleting…"
      problemTitle="Your account is not deleted"
      danger
    >
      <p>
        A deleted account can’t be restored. Please type your password, so that we know it is you.
      </p>
      <PasswordField label="Your password" name="password" autoComplete="current-password" />
    </Form>
  );
}
