/** The frame of a setting's form: its fields, what became of saving, its one button. */

import type { ReactNode } from 'react';
import { BareForm } from '#web/shared/bare-form.tsx';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './settings.module.css';
import type { SettingForm as State } from './use-setting-form.ts';

interface SettingFormProps<T> {
  state: State<T>;
  action: string;
  /** "these policies", and what the form shows of a version. */
  what: string;
  inWords: (version: T) => InWords;
  /** Fetches what somebody else has saved; what was typed here goes. */
  onReload: () => void;
  children: ReactNode;
}

export function SettingForm<T>(props: SettingFormProps<T>) {
  const { state, action, what, inWords, onReload, children } = props;
  const { submit, saved, conflict } = state;
  return (
    <BareForm className={styles.form} submit={submit}>
      <div className={styles.fields}>{children}</div>
      {conflict && (
        <ChangedMeanwhile
          what={what}
          conflict={conflict}
          inWords={inWords}
          onTakeTheirs={onReload}
        />
      )}
      {submit.problem && (
        <Notice tone="danger" title="This was not saved" live>
          <p>{submit.problem}</p>
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
    </BareForm>
  );
}
