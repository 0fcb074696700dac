/** Saving one setting with the version it was read in; what was saved is said, and a second editor is told. */
import { useState } from 'react';
import type * as z from 'zod/mini';
import { api } from '#web/shared/http.ts';
import type { FormSchema, Submit } from '#web/shared/use-submit.ts';
import { type Conflict, useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';

export interface SettingForm<T> {
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

export function useSettingForm<Value, R extends z.core.$ZodType<{ version: number }>>(
  plan: Plan<Value, R>,
): SettingForm<z.output<R>> {
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
