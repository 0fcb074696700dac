/**
 * Requests a one-time password by SMS, then counts down to the sign-in page. Anyone who has lost their UID, too, can
 * have it sent.
 */
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { resetPasswordRequestSchema, sendUidRequestSchema } from '#contract/site/registration.ts';
import { SUPER_ADMIN, successReplySchema } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './auth.module.css';

/** Seconds between the success message and the sign-in page. */
const redirectAfter = 5;

/**
 * `SuperAdmin` has no mobile number: the server would say that it sent a text, as it does for everyone, but send none.
 */
const askSchema = resetPasswordRequestSchema.check(
  z.refine(({ uid }) => uid.trim().toLowerCase() !== SUPER_ADMIN.toLowerCase(), {
    path: ['uid'],
    error: `${SUPER_ADMIN} has no mobile number, so we can’t send a text. On the server, run npm run admin:reset.`,
  }),
);

/** Anyone who must wait for a quarter of an hour may have received a password that works for twice as long. */
function tellWhatWorks(problem: unknown): unknown {
  if (!(problem instanceof ApiProblem) || problem.code !== 'throttled') return problem;
  const { code, message, retry } = problem;
  const works = 'If you’ve received our SMS, the newest one-time password still works.';
  return new ApiProblem(code, `${message} ${works}`, retry);
}

export const description = 'Get a one-time password by SMS to sign in again.';

export default function ForgotPassword() {
  const [sent, setSent] = useState(false);
  const [forgotUid, setForgotUid] = useState(false);
  const submit = useSubmit({
    schema: askSchema,
    send: (typed) =>
      api
        .post('auth/reset-password', typed, successReplySchema, { auth: false })
        .catch((problem: unknown) => {
          throw tellWhatWorks(problem);
        }),
    onDone: () => setSent(true),
    fallback: 'Something went wrong.',
  });
  if (forgotUid) return <ForgotUid onBack={() => setForgotUid(false)} />;
  return (
    <Page
      title="Forgot your password?"
      intro="Type your UID. We’ll send a one-time password to your registered mobile number."
      width="form"
    >
      {sent ? (
        <SentNotice />
      ) : (
        <Form
          submit={submit}
          action="Reset password"
          pendingLabel="Sending…"
          problemTitle="Your password wasn’t reset"
        >
          <TextField
            label="UID"
            hint="Or your mobile number or email address."
            name="uid"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Form>
      )}
      <div className={styles.others}>
        <p>
          <button type="button" className={styles.asLink} onClick={() => setForgotUid(true)}>
            Forgot your UID?
          </button>
        </p>
        <p>
          <Link to={paths.signIn}>Back to sign in</Link>
        </p>
      </div>
    </Page>
  );
}

function SentNotice() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(redirectAfter);

  useEffect(() => {
    if (left === 0) {
      navigate(paths.signIn, { state: { passwordSent: true } });
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);

  return (
    <Notice tone="success">
      {/* The label is announced once, not every second. */}
      <p
        role="status"
        aria-label={`Password sent via SMS. Redirecting in ${redirectAfter} seconds.`}
      >
        Password sent via SMS. Redirecting in {left} seconds...
      </p>
    </Notice>
  );
}

/** Has a forgotten UID sent by SMS. Only the owner of that phone learns whether the number is registered. */
function ForgotUid({ onBack }: { onBack: () => void }) {
  const [sent, setSent] = useState(false);
  const submit = useSubmit({
    schema: sendUidRequestSchema,
    send: (typed) => api.post('auth/send-uid', typed, successReplySchema, { auth: false }),
    onDone: () => setSent(true),
    fallback: 'Something went wrong.',
  });
  return (
    <Page
      title="Forgot your UID?"
      intro="Type the mobile number you registered with. We’ll send your UID to it by SMS."
      width="form"
    >
      {sent ? (
        <Notice tone="success" title="If this number is registered, an SMS is on its way" live>
          <p>
            It will have your UID in it. If nothing arrives in a few minutes, you may have
            registered with a different number.
          </p>
        </Notice>
      ) : (
        <Form
          submit={submit}
          action="Send my UID"
          pendingLabel="Sending…"
          problemTitle="Your UID wasn’t sent"
        >
          <TextField
            label="Mobile"
            hint="Ten digits."
            name="mobile"
            type="tel"
            autoComplete="tel"
          />
        </Form>
      )}
      <div className={styles.others}>
        <p>
          <button type="button" className={styles.asLink} onClick={onBack}>
            I know my UID
          </button>
        </p>
        <p>
          <Link to={paths.signIn}>Back to sign in</Link>
        </p>
      </div>
    </Page>
  );
}
