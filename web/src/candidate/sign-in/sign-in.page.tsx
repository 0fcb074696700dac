/**
 * Sign-in. Users who are signed in already are redirected, unless the server has ended their session. A one-time
 * password must be replaced first.
 */
import { lazy, Suspense, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { sessionReplySchema, signInRequestSchema, type User } from '#contract/wire/users.ts';
import { homeOf } from '#machines/user-status/status.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { paths } from '#web/shared/paths.ts';
import { storeSession, useSessionEnded, useUser } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './auth.module.css';

/** Fetched separately: few users need it, and they have just reached the server. */
const ChangePassword = lazy(async () => ({
  default: (await import('./change-password.tsx')).ChangePassword,
}));

/** The second factor, which administrators must set up before anything else where this site requires it. */
const MustSetUp = lazy(async () => ({
  default: (await import('#web/candidate/account/second-factor/set-up.tsx')).MustSetUp,
}));

/**
 * What a page of ours puts into the history state: where to return after sign-in, or that a one-time password was sent.
 * Nothing outside the site can write it.
 */
const cameFrom = z.object({
  back: z.optional(z.string()),
  passwordSent: z.optional(z.boolean()),
});

/** Always the same function, so that React calls it only when the field appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/**
 * Whether this looks like a one-time password of the server, in capital or small letters, with or without separators.
 * The server refuses an old one like any wrong password.
 */
const looksOneTime = (password: string) =>
  /^[2-9A-HJKMNP-Z]{10}$/i.test(password.replace(/[\s.-]/g, ''));

/** The server's message for a wrong UID or password. */
const INVALID = 'Invalid login';

export const description = 'Sign in with your UID to pay, take your exam and see your result.';

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
      intro="Use the UID you got when you registered. It has 7 letters and digits, and it’s also in our SMS to you."
      width="form"
    >
      {ended && (
        <Notice tone="info" title="Please sign in again">
          <p>
            You’ve been signed out. Nothing on this phone is lost. To sign in as someone else, log
            out first.
          </p>
        </Notice>
      )}
      {passwordSent && (
        <Notice tone="info" title="Check your SMS messages">
          <p>
            If your UID was right, a one-time password is on its way to your registered mobile
            number. Type it below as your password within 30 minutes. If nothing arrives in a few
            minutes, press “Forgot your password?” again. If you get more than one, only the newest
            works.
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

/**
 * The desk shows this form, too, over what is being typed there.
 * @param uid UID of the only user who may sign in here; undefined for anyone
 */
export function SignInForm({ uid }: { uid?: string | undefined }) {
  const [needsCode, setNeedsCode] = useState(false);
  /** The last reply was no refusal; it only asked for the code. */
  const [isNextStep, setIsNextStep] = useState(false);
  /** A try got no reply, and may have used up a one-time password. */
  const [isUnanswered, setIsUnanswered] = useState(false);
  const [isOneTime, setIsOneTime] = useState(false);
  const submit = useSubmit({
    schema: signInRequestSchema,
    send: (typed) =>
      api
        .post('auth/signin', typed, sessionReplySchema, { auth: false })
        .catch((problem: unknown) => {
          const asksForCode =
            problem instanceof ApiProblem && problem.code === 'second-factor-needed';
          if (asksForCode) setNeedsCode(true);
          setIsNextStep(asksForCode && !problem.fields.otp);
          if (isUnsure(problem)) setIsUnanswered(true);
          setIsOneTime(looksOneTime(typed.password));
          throw problem;
        }),
    onDone: storeSession,
    fallback: INVALID,
  });

  return (
    <Form
      submit={submit}
      action="Sign in"
      sendsTo="auth/signin"
      pendingLabel="Signing in…"
      problemTitle={isNextStep ? 'One more step' : 'You aren’t signed in'}
      problemHelp={
        submit.problem === INVALID &&
        (isUnanswered
          ? 'If you typed a one-time password, we may have received it although our reply didn’t reach you. It works only once: press “Forgot your password?” to get another.'
          : `Please check your UID, mobile number or email address, and your password.${isOneTime ? ' Only the newest one-time password works, and only once: press “Forgot your password?” to get another.' : ''}`)
      }
      problemTone={isNextStep ? 'info' : 'danger'}
    >
      <TextField
        label="UID"
        {...(uid === undefined
          ? { hint: 'Or your mobile number or email address.' }
          : { defaultValue: uid, readOnly: true })}
        name="uid"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      {needsCode && (
        <TextField
          ref={focus}
          label="Code"
          hint="The six digits in your authenticator app, or one of your recovery codes."
          name="otp"
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
    </Form>
  );
}

/** Where a stored user is sent after signing in. */
export function homePath(user: User): string {
  const home = homeOf(user);
  if (home !== paths.paymentResponse) return home;
  // An employer or a college paid, or nothing was due: there is no order to show.
  if (!user.TxnID) return paths.exam;
  // The screen asks the server about the order and adds its amount; the query only says which one.
  const query = new URLSearchParams({ status: 'success', order_id: user.TxnID });
  return `${home}?${query}`;
}
