/** Each thing the server works with: how it is set up, and a button that really tries it. */

import { useCallback, useState } from 'react';
import {
  type Integration,
  type IntegrationResult,
  integrationListSchema,
  integrationResultSchema,
  integrationTestSchema,
} from '#contract/desk/settings.ts';
import { BareForm } from '#web/shared/bare-form.tsx';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './settings.module.css';

const names: Record<Integration, string> = {
  database: 'Database',
  files: 'Files',
  payments: 'Payment gateway',
  sms: 'SMS',
};

const providers: Readonly<Record<string, string>> = {
  pglite: 'Embedded database',
  postgres: 'PostgreSQL',
  local: 'A folder of this server',
  s3: 'S3 bucket',
  simulated: 'Simulated gateway, takes no money',
  hdfc: 'HDFC SmartGateway',
  console: 'The server’s console, sends nothing',
  msg91: 'MSG91',
  fast2sms: 'Fast2SMS',
};

export function Integrations() {
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) => api.get('settings/integrations', integrationListSchema, { signal }),
      [],
    ),
  );
  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the connections…"
      failedTitle="The connections could not be loaded"
    >
      {(list) => (
        <ul className={styles.connections}>
          {list.map(({ name, provider, facts }) => (
            <li key={name} className={styles.connection}>
              <div>
                <h3 className={styles.connectionName}>{names[name]}</h3>
                <p className={styles.about}>
                  {[providers[provider] ?? provider, ...facts].join(' · ')}
                </p>
              </div>
              <TestForm name={name} />
            </li>
          ))}
        </ul>
      )}
    </DeskList>
  );
}

function TestForm({ name }: { name: Integration }) {
  const [result, setResult] = useState<IntegrationResult | null>(null);
  const submit = useSubmit({
    schema: integrationTestSchema,
    send: (body) => {
      setResult(null);
      return api.post(`settings/integrations/${name}/test`, body, integrationResultSchema);
    },
    onDone: setResult,
    fallback: 'The test could not be run. Please try again.',
  });
  return (
    <BareForm className={styles.test} submit={submit}>
      {name === 'sms' && (
        <TextField
          label="Mobile for the test message"
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
      )}
      <Button
        type="submit"
        pending={submit.pending}
        pendingLabel="Testing…"
        aria-label={`Test ${names[name]}`}
      >
        Test
      </Button>
      {submit.problem && (
        <Notice tone="danger" live>
          <p>{submit.problem}</p>
        </Notice>
      )}
      {result && (
        <Notice tone={result.ok ? 'success' : 'danger'} live>
          <p>
            {result.message} ({result.tookMs} ms)
          </p>
        </Notice>
      )}
    </BareForm>
  );
}
