/** The frame of a setting's form: its fields, what became of saving, its one button. */
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { BareForm } from '#web/shared/bare-form.tsx';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { api } from '#web/shared/http.ts';
import type { FormSchema, Submit } from '#web/shared/use-submit.ts';
import { type Conflict, useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './settings.module.css';

interface SettingFormProps<T> {
  state: FormState<T>;
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

interface FormState<T> {
  submit: Submit;
  saved: boolean;
  conflict: Conflict<T> | null;
}

interface Plan<Value, R extends z.core.$ZodType> {
  path: string;
  schema: FormSchema<Value>;
  reply: R;
  setting: z.output<R>;
  readNewest: () => Promise<z.output<R>>;
  onSaved: (reply: z.output<R>) => void;
}

/** Saving one setting with the version it was read in; what was saved is said, and a second editor is told. */
export function useSettingForm<Value, R extends z.core.$ZodType<{ version: number }>>(
  plan: Plan<Value, R>,
): FormState<z.output<R>> {
  const [saved, setSaved] = useState(false);
  const { submit, conflict, goOnFrom } = useVersionedSubmit({
    schema: plan.schema,
    opened: plan.setting,
    readNewest: plan.readNewest,
    send: (value, { version }: z.output<R>) => {
      setSaved(false);
      return api.put(plan.path, { version, value }, plan.reply);
    },
    onDone: (reply) => {
      goOnFrom(reply);
      setSaved(true);
      plan.onSaved(reply);
    },
    onTyped: () => setSaved(false),
    fallback: 'This could not be saved. Please try again.',
  });
  return { submit, saved, conflict };
}
