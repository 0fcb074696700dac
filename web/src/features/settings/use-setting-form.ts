/** Saving one setting with the version it was read in; what was saved is said, and a second editor is told. */
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ApiProblem, api } from '#web/lib/http.ts';
import { type Submit, useSubmit } from '#web/lib/use-submit.ts';

export interface SettingForm {
  submit: Submit;
  saved: boolean;
  /** Somebody else has saved since this was read: nothing typed is lost, nothing is saved. */
  outdated: boolean;
}

interface Plan<S extends z.core.$ZodType, R extends z.core.$ZodType> {
  path: string;
  schema: S;
  reply: R;
  version: number;
  onSaved: (reply: z.output<R>) => void;
}

export function useSettingForm<
  S extends z.core.$ZodType,
  R extends z.core.$ZodType<{ version: number }>,
>(plan: Plan<S, R>): SettingForm {
  const [version, setVersion] = useState(plan.version);
  const [saved, setSaved] = useState(false);
  const [outdated, setOutdated] = useState(false);
  const submit = useSubmit({
    schema: plan.schema,
    send: async (value) => {
      setSaved(false);
      setOutdated(false);
      try {
        return await api.put(plan.path, { version, value }, plan.reply);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'changed-meanwhile') setOutdated(true);
        throw error;
      }
    },
    onDone: (reply) => {
      setVersion(reply.version);
      setSaved(true);
      plan.onSaved(reply);
    },
    onTyped: () => setSaved(false),
    fallback: 'This could not be saved. Please try again.',
  });
  return { submit, saved, outdated };
}
