/** Choosing a new password. Somebody who signed in with a password they were given can do nothing else first. */
import { type ReactNode, useState } from 'react';
import { changePasswordRequestSchema } from '#contract/site/registration.ts';
import { successReplySchema, type User } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { updateUser } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { PasswordField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';

export function ChangePassword({ user }: { user: User }) {
  return (
    <Page
      title="Choose a new password"
      intro="You signed in with a password you were given. Now choose one that only you know."
      width="form"
    >
      <PasswordForm
        refused={chosenBefore}
        onDone={() => updateUser({ ...user, mustChangePassword: false })}
      >
        {/* The server knows that this session must choose a password and doesn’t ask for the present one. */}
        <input type="hidden" name="password" value="" />
      </PasswordForm>
    </Page>
  );
}

/**
 * The server asks for the current password although this form has no field for it: an earlier try has arrived, but its
 * reply was lost, and the user now types another new password. The problem is moved to the field that the user sees.
 */
function chosenBefore(problem: unknown): never {
  if (!(problem instanceof ApiProblem && problem.fields.password)) throw problem;
  throw new ApiProblem(
    problem.code,
    'You already have a new password: the first one you typed here. We saved it, but our reply didn’t reach you.',
    problem.retry,
    {
      fields: {
        newPassword:
          'Type the first one again. If you’ve forgotten it, log out and press “Forgot your password?”.',
      },
    },
  );
}

/** For users who know their current password. */
export function OwnPassword() {
  const [times, setTimes] = useState(0);
  return (
    <>
      {times > 0 && (
        <Notice tone="success" title="Your password is changed" live>
          <p>You’re still signed in here. We’ve signed you out everywhere else.</p>
        </Notice>
      )}
      {/* A new key empties the fields. */}
      <PasswordForm key={times} onDone={() => setTimes(times + 1)}>
        <PasswordField label="Current password" name="password" autoComplete="current-password" />
      </PasswordForm>
    </>
  );
}

interface PasswordFormProps {
  onDone: () => void;
  /** Throws a refusal in other words. */
  refused?: (problem: unknown) => never;
  /** The field for the current password. */
  children: ReactNode;
}

function PasswordForm({ onDone, refused, children }: PasswordFormProps) {
  const submit = useSubmit({
    schema: changePasswordRequestSchema,
    send: (typed) => api.post('auth/change-password', typed, successReplySchema).catch(refused),
    onDone,
    fallback: 'We couldn’t change your password. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Save new password"
      pendingLabel="Saving…"
      problemTitle="Your password hasn’t changed yet"
    >
      {children}
      <PasswordField
        label="New password"
        hint="At least 8 characters, and not a common password."
        name="newPassword"
        autoComplete="new-password"
      />
    </Form>
  );
}
