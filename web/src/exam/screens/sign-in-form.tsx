/**
 * The sign-in within the exam: for its own candidate only, and without leaving the question. Not the site's form:
 * with it half of the site would come along.
 */
import { type FormEvent, useId, useState } from 'react';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { storeSession } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './sign-in-form.module.css';

export function SignInForm({ uid }: { uid: string }) {
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
      // A one-time password opens nothing but the page that replaces it.
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
        <Notice tone="danger" title="You are not signed in" live>
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
