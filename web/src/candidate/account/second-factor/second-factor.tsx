/** A staff member's second factor on My account: whether there is one, setting it up, removing it. */
import { useState } from 'react';
import {
  type SecondFactor,
  secondFactorRemovalSchema,
  secondFactorSchema,
} from '#contract/site/account.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { Form } from '#web/shared/form.tsx';
import { formatDate } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { SetUp } from './set-up.tsx';

export function SecondFactorPanel() {
  const [loaded, reload] = useLoad('account/second-factor', secondFactorSchema);
  if (loaded.state === 'loading')
    return <Loading label="Loading your second factor…" onRetry={reload} />;
  if (loaded.state === 'failed')
    return (
      <FailedState
        title="We couldn’t load your second factor"
        message={loaded.message}
        onRetry={reload}
      />
    );
  const { since } = loaded.data;
  if (since === null) return <SetUp onDone={reload} />;
  return <Present since={since} factor={loaded.data} onRemoved={reload} />;
}

function sayLeft(codes: number): string {
  if (codes > 1) return `${codes} of your recovery codes are left.`;
  const left =
    codes === 1 ? 'Only one of your recovery codes is left.' : 'No recovery codes are left.';
  return `${left} To get ten new ones, remove the second factor and set it up again.`;
}

interface PresentProps {
  since: string;
  factor: SecondFactor;
  onRemoved: () => void;
}

function Present({ since, factor, onRemoved }: PresentProps) {
  const [isRemoving, setRemoving] = useState(false);
  const submit = useSubmit({
    schema: secondFactorRemovalSchema,
    send: (typed) => api.post('account/second-factor/remove', typed, successReplySchema),
    onDone: onRemoved,
    fallback: 'We couldn’t remove the second factor. Please try again.',
  });
  return (
    <>
      <p>
        Since {formatDate(since)}, you sign in with your password and a code from your authenticator
        app. {sayLeft(factor.recoveryCodesLeft)}
      </p>
      {!isRemoving ? (
        <p>
          <Button onClick={() => setRemoving(true)}>
            Remove it, or set it up on another phone
          </Button>
        </p>
      ) : (
        <Form
          submit={submit}
          action="Remove the second factor"
          pendingLabel="Removing…"
          problemTitle="The second factor is still on"
          danger
        >
          <PasswordField label="Password" name="password" autoComplete="current-password" />
          <TextField
            label="Code"
            hint="The six digits in your authenticator app, or one of your recovery codes."
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
          />
        </Form>
      )}
    </>
  );
}
