/** Settings: who runs the site, how exams are run, and whether what the server works with really works. */
import { useCallback } from 'react';
import { settingsSchema } from '#contract/desk/settings.ts';
import { DeskList } from '#web/shared/desk/desk-list.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { BrandForm } from './brand-form.tsx';
import { CellsForm } from './cells-form.tsx';
import { Integrations } from './integrations.tsx';
import { PoliciesForm } from './policies-form.tsx';
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
          failedTitle="The settings could not be loaded"
        >
          {({ brand, policies, cells }) => (
            <>
              <section className={styles.part} aria-labelledby="company">
                <h2 id="company">Company</h2>
                <p className={styles.about}>
                  Shown on every page and named on receipts. Invoices already issued do not change.
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
                  A cell is a separate server that holds an exam of this site, or one shift of it.
                  Receipts from all cells can be checked here, and their results brought in.
                </p>
                <CellsForm key={cells.version} setting={cells} onReload={asked.retry} />
              </section>
            </>
          )}
        </DeskList>
        <section className={styles.part} aria-labelledby="connections">
          <h2 id="connections">Connections</h2>
          <p className={styles.about}>
            What the server is connected to. Keys and addresses are in its environment, not here.
          </p>
          <Integrations />
        </section>
      </div>
    </DeskPage>
  );
}
