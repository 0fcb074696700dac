/** UID and password, and the code of whoever has a second factor: who signs in is stored. */
import { useState } from 'react';
import { sessionReplySchema, signInRequestSchema } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { storeSession } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Stays the same function, so that only the field's arrival moves the focus. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** The specification's words, and the server's. */
const INVALID = 'Invalid login';

/** @param uid of the only one who may sign in here; undefined for anybody */
export function SignInForm({ uid }: { uid?: string | undefined }) {
  const [needsCode, setNeedsCode] = useState(false);
  /** The last answer refused nothing; it only asked for the code. */
  const [isNextStep, setIsNextStep] = useState(false);
  const submit = useSubmit({
    schema: signInRequestSchema,
    send: (typed) =>
      api.post('auth/signin', typed, sessionReplySchema, { auth: false }).catch((problem) => {
        const asksForCode =
          problem instanceof ApiProblem && problem.code === 'second-factor-needed';
        if (asksForCode) setNeedsCode(true);
        setIsNextStep(asksForCode && !problem.fields.otp);
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
      problemTitle={isNextStep ? 'One more step' : 'You are not signed in'}
      problemHelp={
        submit.problem === INVALID && 'Please check your UID, mobile or e-mail and your password.'
      }
      problemTone={isNextStep ? 'info' : 'danger'}
    >
      <TextField
        label="UID"
        {...(uid === undefined
          ? { hint: 'Or your mobile number or e-mail address.' }
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
