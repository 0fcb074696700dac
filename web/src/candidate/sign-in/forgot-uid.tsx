/** Has a forgotten UID sent by SMS. Whether the number is registered is told to that phone alone. */
import { useState } from 'react';
import { sendUidRequestSchema, successReplySchema } from '#contract/wire/users.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './auth.module.css';

export function ForgotUid({ onBack }: { onBack: () => void }) {
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
      intro="Type the mobile number that you registered with. We send your UID to it by SMS."
      width="form"
    >
      {sent ? (
        <Notice tone="success" title="If this number is registered, an SMS is on its way" live>
          <p>
            It has your UID in it. If nothing arrives within a few minutes, you may have registered
            with another number.
          </p>
        </Notice>
      ) : (
        <Form
          submit={submit}
          action="Send my UID"
          pendingLabel="Sending…"
          problemTitle="The UID was not sent"
        >
          <TextField
            label="Mobile"
            hint="Ten digits."
            name="mobile"
            type="tel"
            autoComplete="tel"
            error={submit.errors.mobile}
          />
        </Form>
      )}
      <div className={styles.others}>
        <p>
          <button type="button" className={styles.asLink} onClick={onBack}>
            I know my UID
          </button>
        </p>
      </div>
    </Page>
  );
}
