/**
 * Sign-in. Whoever is signed in already is sent on, unless the server has ended their session; a one-time password must
 * first be replaced.
 */
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#web/shared/paths.ts';
import { useSessionEnded, useUser } from '#web/shared/session.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './auth.module.css';
import { homePath } from './home-path.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Few need it, and those have just reached the server. */
const ChangePassword = lazy(async () => ({
  default: (await import('./change-password.tsx')).ChangePassword,
}));

/** What an administrator must set up before anything else, where this site requires it. */
const MustSetUp = lazy(async () => ({
  default: (await import('#web/candidate/account/second-factor/set-up.tsx')).MustSetUp,
}));

/** A page of ours that asked for the sign-in, or has had a one-time password sent; nothing outside can write this. */
const cameFrom = z.object({
  back: z.optional(z.string()),
  passwordSent: z.optional(z.boolean()),
});

export const description = 'Sign in with your UID to pay, sit your exam and see your result.';

export default function SignIn() {
  const user = useUser();
  const ended = useSessionEnded();
  const { back, passwordSent } = z.safeParse(cameFrom, useLocation().state).data ?? {};

  if (!ended && user?.mustChangePassword) {
    return (
      <Suspense fallback={<Loading label="Opening the page…" />}>
        <ChangePassword user={user} />
      </Suspense>
    );
  }
  if (!ended && user?.mustSetSecondFactor) {
    return (
      <Suspense fallback={<Loading label="Opening the page…" />}>
        <MustSetUp />
      </Suspense>
    );
  }
  if (user && !ended) return <Navigate to={back ?? homePath(user)} replace />;

  return (
    <Page
      title="Sign in"
      intro="Use the UID you got when you registered: 7 letters and digits. It is also in our SMS to you."
      width="form"
    >
      {ended && (
        <Notice tone="info" title="Please sign in again">
          <p>
            You were signed out. Nothing on this phone is lost. To sign in as somebody else, log out
            first.
          </p>
        </Notice>
      )}
      {passwordSent && (
        <Notice tone="info" title="Look at your SMS messages">
          <p>
            If your UID was right, a one-time password is on its way to your registered mobile
            number. Type it below as your password within 30 minutes. If nothing arrives within a
            few minutes, press “Forgot your password?” again.
          </p>
        </Notice>
      )}
      <SignInForm uid={ended ? user?.uid : undefined} />
      <div className={styles.others}>
        <p>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
        </p>
        <p>
          New here? <Link to={paths.register}>Register as a candidate</Link>
        </p>
      </div>
    </Page>
  );
}
