/** Setting up an authenticator app, in three steps: the password, the app's first code, the recovery codes. */
import { useState } from 'react';
import {
  recoveryCodesSchema,
  type SecondFactorSecret,
  secondFactorConfirmSchema,
  secondFactorSecretSchema,
  secondFactorStartSchema,
} from '#contract/site/account.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import { updateUser, useUser } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import styles from './second-factor.module.css';

export function SetUp({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <FirstCode begun={begun} onConfirmed={setCodes} />;
  return <Begin onBegun={setBegun} />;
}

function Begin({ onBegun }: { onBegun: (secret: SecondFactorSecret) => void }) {
  const submit = useSubmit({
    schema: secondFactorStartSchema,
    send: (typed) => api.post('account/second-factor', typed, secondFactorSecretSchema),
    onDone: onBegun,
    fallback: 'We couldn’t start the set-up. Please try again.',
  });
  return (
    <>
      <p>
        With a second factor, your password alone isn’t enough to sign in. You also type six digits
        from an authenticator app on your phone, such as Google Authenticator, Microsoft
        Authenticator or Aegis.
      </p>
      <Form
        submit={submit}
        action="Set up a second factor"
        pendingLabel="One moment…"
        problemTitle="Nothing has changed yet"
      >
        <PasswordField label="Password" name="password" autoComplete="current-password" />
      </Form>
    </>
  );
}

interface FirstCodeProps {
  begun: SecondFactorSecret;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function FirstCode({ begun, onConfirmed }: FirstCodeProps) {
  const submit = useSubmit({
    schema: secondFactorConfirmSchema,
    send: (typed) => api.post('account/second-factor/confirm', typed, recoveryCodesSchema),
    onDone: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    fallback: 'We couldn’t check the code. Please try again.',
  });
  return (
    <>
      <p>Scan this with your authenticator app:</p>
      <QrCode text={begun.uri} label="QR code for your authenticator app" />
      <p>
        Is the app on this phone? <a href={begun.uri}>Add the key to the app</a>
      </p>
      <p>
        Or type in this key:{' '}
        <code className={styles.code} data-testid="second-factor-secret">
          {begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <Form
        submit={submit}
        action="Switch it on"
        pendingLabel="Checking the code…"
        problemTitle="The second factor isn’t on yet"
      >
        <TextField
          label="Code"
          hint="The six digits the app is showing now."
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Form>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <Notice tone="success" title="Your second factor is on" live>
        <p>
          If you lose your phone, use one of these codes instead of the six digits. Each works once.
          Write them down, print them or copy them to a safe place now: you won’t see them again.
        </p>
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <CopyButton text={codes.join('\n')}>Copy the codes</CopyButton>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </>
  );
}

/** What an administrator sees who must set up a second factor and hasn't: nothing else works until then. */
export function MustSetUp() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page
      title="Set up a second factor"
      intro="Administrators of this site must set one up before doing anything else."
      width="form"
    >
      <SetUp onDone={() => updateUser({ ...user, mustSetSecondFactor: false })} />
    </Page>
  );
}
