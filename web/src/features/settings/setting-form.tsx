/** The frame of a setting's form: its fields, what became of saving, its one button. */
import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import styles from './settings.module.css';
import type { SettingForm as State } from './use-setting-form.ts';

interface SettingFormProps {
  state: State;
  action: string;
  /** Fetches what somebody else has saved; what was typed here goes. */
  onReload: () => void;
  children: ReactNode;
}

export function SettingForm({ state, action, onReload, children }: SettingFormProps) {
  const { submit, saved, outdated } = state;
  return (
    <form className={styles.form} {...submit.form}>
      <div className={styles.fields}>{children}</div>
      {submit.problem && (
        <Notice tone={outdated ? 'warn' : 'danger'} title="This is not saved" live>
          <p>{submit.problem}</p>
          {outdated && <Button onClick={onReload}>Load their version</Button>}
        </Notice>
      )}
      {saved && (
        <Notice tone="success" live>
          <p>Saved.</p>
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Saving…">
          {action}
        </Button>
      </div>
    </form>
  );
}
