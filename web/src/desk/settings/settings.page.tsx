/** Settings: the company, the exam policies, the cells, and a test of each service that the server uses. */
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import {
  cellsChangeSchema,
  type Integration,
  type IntegrationResult,
  integrationListSchema,
  integrationResultSchema,
  integrationTestSchema,
  settingsSchema,
} from '#contract/desk/settings.ts';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BrandForm } from './brand-form.tsx';
import { PoliciesForm, SettingForm, useSettingForm } from './policies-form.tsx';
import styles from './settings.module.css';

export default function SettingsScreen() {
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get('settings', settingsSchema, { signal }), []),
  );
  return (
    <DeskPage title="Settings">
      <div className={styles.parts}>
        <DeskList
          asked={asked}
          loadingLabel="Loading the settings…"
          failedTitle="We couldn’t load the settings"
        >
          {({ brand, policies, cells }) => (
            <>
              <section className={styles.part} aria-labelledby="company">
                <h2 id="company">Company</h2>
                <p className={styles.about}>
                  Shown on every page and on receipts. Invoices already issued don’t change. The
                  certificates, partners and testimonials on the public pages are samples. Whoever
                  set up this site can replace them.
                </p>
                <BrandForm key={brand.version} setting={brand} onReload={asked.retry} />
              </section>
              <section className={styles.part} aria-labelledby="policies">
                <h2 id="policies">Exam policies</h2>
                <p className={styles.about}>
                  These apply from now on, including to exams under way.
                </p>
                <PoliciesForm key={policies.version} setting={policies} onReload={asked.retry} />
              </section>
              <section className={styles.part} aria-labelledby="cells">
                <h2 id="cells">Cells</h2>
                <p className={styles.about}>
                  A cell is a separate server that runs one of this site’s exams, or one shift of
                  it. You can check receipts from all cells here and bring in their results.
                </p>
                <CellsForm key={cells.version} setting={cells} onReload={asked.retry} />
              </section>
            </>
          )}
        </DeskList>
        <section className={styles.part} aria-labelledby="connections">
          <h2 id="connections">Connections</h2>
          <p className={styles.about}>
            The services this server uses. Their keys and addresses are set in its environment, not
            here.
          </p>
          <Integrations />
        </section>
      </div>
    </DeskPage>
  );
}

const reply = settingsSchema.shape.cells;
const formSchema = z.object({
  addresses: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => typed.split(/\s+/).filter((address) => address !== '')),
    ),
    cellsChangeSchema.shape.value.shape.addresses,
  ),
});

interface CellsFormProps {
  setting: z.output<typeof reply>;
  onReload: () => void;
}

/** The cells of this site, each by its address. */
function CellsForm({ setting, onReload }: CellsFormProps) {
  const state = useSettingForm({
    path: 'settings/cells',
    schema: formSchema,
    reply,
    setting,
    what: 'these cells',
    inWords,
    readNewest: async () => (await api.get('settings', settingsSchema)).cells,
    onSaved: () => {},
  });
  return (
    <SettingForm state={state} action="Save cells" onReload={onReload}>
      <div className={styles.wide}>
        <TextArea
          label="Addresses of cells"
          hint="One per line, such as https://shift1.example.in. A new cell must be running when you save, so that we can fetch its public key."
          name="addresses"
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={addressesOf(setting).join('\n')}
        />
      </div>
    </SettingForm>
  );
}

const addressesOf = ({ value }: z.output<typeof reply>) =>
  value.cells.map(({ address }) => address);

function inWords(setting: z.output<typeof reply>): InWords {
  return { 'Addresses of cells': addressesOf(setting).join('\n') };
}

// The services that the server uses: how each is set up, and a button that tests it with a real request.

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
  simulated: 'Simulated gateway (takes no money)',
  hdfc: 'HDFC SmartGateway',
  console: 'The server’s console (sends nothing)',
  msg91: 'MSG91',
  fast2sms: 'Fast2SMS',
};

function Integrations() {
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
      failedTitle="We couldn’t load the connections"
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
    fallback: 'We couldn’t run the test. Please try again.',
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
