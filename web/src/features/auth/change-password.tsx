/** After a sign-in with a one-time password: nothing else works until the candidate chooses their own. */
import { changePasswordRequestSchema, successReplySchema, type User } from '#contract/users.ts';
import { Form } from '#web/components/ui/form.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { PasswordField } from '#web/components/ui/password-field.tsx';
import { api } from '#web/lib/http.ts';
import { updateUser } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';

export function ChangePassword({ user }: { user: User }) {
  const submit = useSubmit({
    schema: changePasswordRequestSchema,
    send: (typed) => api.post('auth/change-password', typed, successReplySchema),
    onDone: () => updateUser({ ...user, mustChangePassword: false }),
    fallback: 'The password could not be changed. Please try again.',
  });
  return (
    <Page
      title="Choose a new password"
      intro="You signed in with a one-time password. Choose one that only you know."
      width="form"
    >
      <Form
        submit={submit}
        action="Save new password"
        pendingLabel="Saving…"
        problemTitle="The password is not changed yet"
      >
        {/* The server knows the session as opened by a one-time password and asks for no other. */}
        <input type="hidden" name="password" value="" />
        <PasswordField
          label="New password"
          hint="At least 8 characters."
          name="newPassword"
          autoComplete="new-password"
          error={submit.errors.newPassword}
        />
      </Form>
    </Page>
  );
}
