/**
 * Shown when the server will never accept what this phone sends, for example because the app is too old: says why, and
 * offers the answers as a file.
 */
import { type FormEvent, useEffect, useId, useState } from 'react';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { storeSession } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './sign-in-form.module.css';

interface SendingStoppedProps {
  sittingId: string;
  /** The server's sentence. */
  reason: string;
}

export function SendingStopped({ sittingId, reason }: SendingStoppedProps) {
  const save = () => saveAnswers(sittingId).catch(() => alert('The file wasn’t saved.'));
  return (
    <Notice tone="warn" title="Sending has stopped" live>
      <p>{reason}</p>
      <Button onClick={save}>Save answers to a file</Button>
    </Notice>
  );
}

/** Saves everything that this phone has of a sitting as a file: its answers and the unsent events. */
async function saveAnswers(sittingId: string): Promise<void> {
  const { sittings, answers, outbox } = localDb;
  const of = { sittingId };
  // The rows are saved as they are, because rows that the schemas can't read must be in the file too. Only the keys by
  // which this phone proves what it sends stay here.
  const content = await Promise.all([
    sittings.get(of).then((row) => ({ ...row, deviceKey: null, extraKey: null })),
    answers.where(of).toArray(),
    outbox.where(of).toArray(),
  ]);
  saveFile(new Blob([JSON.stringify(content)]), `answers-${sittingId}.json`);
}

interface SignInAgainProps {
  needed: boolean;
  uid: string;
}

const SIGNED_OUT =
  'You’ve been signed out, perhaps because your password was changed. Your answers are safe on this phone and will be sent when you sign in.';

/**
 * Shown when the session ended during the exam, for example because the password was changed elsewhere. Asks for the
 * sign-in over the exam, once without a press, and stays in sight until it is done. The candidate can go on answering
 * meanwhile.
 */
export function SignInDuringExam({ needed, uid }: SignInAgainProps) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!needed) setOpen(true);
  }, [needed]);
  if (!needed) return null;
  return (
    <>
      <Notice tone="warn" title="Please sign in again">
        <p>{SIGNED_OUT}</p>
        <Button onClick={() => setOpen(true)}>Sign in</Button>
      </Notice>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sign in again" placement="sheet">
        <p>{SIGNED_OUT} You won’t lose your place.</p>
        <SignInForm uid={uid} />
      </Dialog>
    </>
  );
}

/**
 * The sign-in within the exam: only for this exam's candidate, and without leaving the question. It isn't the site's
 * form, which would load half of the site with it.
 */
function SignInForm({ uid }: { uid: string }) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setPending(true);
    setProblem(null);
    try {
      const typed = { uid, password };
      const session = await api.post('auth/signin', typed, sessionReplySchema, { auth: false });
      storeSession(session);
      // A one-time password only opens the page on which to replace it.
      if (session.user.mustChangePassword) location.assign(paths.signIn);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Invalid login');
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={signIn}>
      <label htmlFor={`${id}-uid`}>UID</label>
      <input id={`${id}-uid`} name="uid" value={uid} readOnly autoComplete="username" />
      <label htmlFor={`${id}-password`}>Password</label>
      <input
        id={`${id}-password`}
        name="password"
        type="password"
        required
        maxLength={200}
        autoComplete="current-password"
      />
      {problem && (
        <Notice tone="danger" title="You aren’t signed in" live>
          <p>{problem}</p>
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        pending={pending}
        pendingLabel="Signing in…"
      >
        Sign in
      </Button>
    </form>
  );
}
