/** The policies for running exams and for registration, in the words that proctors use (offline rule 16). */

import { type ReactNode, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { minimumAgeSchema, policiesSchema, settingsSchema } from '#contract/desk/settings.ts';
import { lateMinutesSchema } from '#contract/wire/values.ts';
import {
  ChangedMeanwhile,
  type Conflict,
  useVersionedSubmit,
} from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { useUnsaved } from '#web/shared/desk/leave-guard.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { WholeNumberField } from '#web/shared/desk/whole-number-field.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import type { FormSchema, Submit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './settings.module.css';

const reply = settingsSchema.shape.policies;
const formSchema = z.object({
  transitSeconds: z.pipe(z.coerce.number(), policiesSchema.shape.transitSeconds),
  lateActs: policiesSchema.shape.lateActs,
  minimumAge: z.pipe(z.coerce.number(), minimumAgeSchema),
  lateMinutes: z.pipe(z.coerce.number(), lateMinutesSchema),
  trustMeasured: z.pipe(
    z.enum(['look', 'trust']),
    z.transform((choice) => choice === 'trust'),
  ),
});

const trust = [
  { value: 'look', label: 'Mark until reviewed' },
  { value: 'trust', label: 'Trust, no mark' },
];

const lateActs = [
  { value: 'wait', label: 'Wait for a decision' },
  { value: 'refuse', label: 'Don’t count unless approved' },
];

interface PoliciesFormProps {
  setting: z.output<typeof reply>;
  onReload: () => void;
}

export function PoliciesForm({ setting, onReload }: PoliciesFormProps) {
  const { value } = setting;
  const state = useSettingForm({
    path: 'settings/policies',
    schema: formSchema,
    reply,
    setting,
    what: 'these policies',
    inWords,
    readNewest: async () => (await api.get('settings', settingsSchema)).policies,
    onSaved: () => {},
  });
  return (
    <SettingForm state={state} action="Save policies" onReload={onReload}>
      <WholeNumberField
        label="Transit allowance"
        hint="How many seconds after the end a submission can still arrive. It doesn’t give anyone more time to answer."
        name="transitSeconds"
        min={30}
        max={1800}
        defaultValue={value.transitSeconds}
      />
      <WholeNumberField
        label="Accept late work for"
        hint="Minutes after the end. Answers shown to have been given in time still count if they arrive within these minutes. 0 means never. An exam can have its own setting."
        name="lateMinutes"
        min={0}
        max={1440}
        defaultValue={value.lateMinutes}
      />
      <Select
        label="Scores with late work"
        hint="A marked score shows how many minutes the phone was silent."
        name="trustMeasured"
        placeholder="Select one"
        options={trust}
        defaultValue={value.trustMeasured ? 'trust' : 'look'}
      />
      <Select
        label="Late work to decide"
        hint="Answers that arrive even later, or whose times don’t add up."
        name="lateActs"
        placeholder="Select one"
        options={lateActs}
        defaultValue={value.lateActs}
      />
      <WholeNumberField
        label="Minimum age"
        hint="In whole years, to register."
        name="minimumAge"
        min={0}
        max={60}
        defaultValue={value.minimumAge}
      />
    </SettingForm>
  );
}

function inWords({ value }: z.output<typeof reply>): InWords {
  return {
    'Transit allowance': `${value.transitSeconds} seconds`,
    'Accept late work for': `${value.lateMinutes} minutes`,
    'Scores with late work': trust[value.trustMeasured ? 1 : 0]?.label ?? '',
    'Late work to decide': lateActs.find((act) => act.value === value.lateActs)?.label ?? '',
    'Minimum age': `${value.minimumAge} years`,
  };
}

// What the forms of all settings share: the frame for the fields, the outcome of saving, and the Save button.

interface SettingFormProps<T> {
  state: FormState<T>;
  action: string;
  /** Loads what somebody else has saved and discards what was typed here. */
  onReload: () => void;
  children: ReactNode;
}

export function SettingForm<T>(props: SettingFormProps<T>) {
  const { state, action, onReload, children } = props;
  const { submit, saved, conflict } = state;
  return (
    <BareForm className={styles.form} submit={submit}>
      <div className={styles.fields}>{children}</div>
      <ChangedMeanwhile conflict={conflict} onTakeTheirs={onReload} />
      <SubmitProblem submit={submit} title="This wasn’t saved" />
      {saved && (
        <Notice tone="success" live>
          <p>{saved === 'all' ? 'Saved.' : 'Saved. Your changes since then aren’t saved yet.'}</p>
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
  /** `earlier`: the administrator typed more while the form was being saved. */
  saved: 'all' | 'earlier' | null;
  conflict: Conflict<T> | null;
}

interface Plan<Value, R extends z.core.$ZodType> {
  path: string;
  schema: FormSchema<Value>;
  reply: R;
  setting: z.output<R>;
  /** `what` names the setting: "these policies". `inWords` gives the fields of a version as the form labels them. */
  what: string;
  inWords: (version: z.output<R>) => InWords;
  readNewest: () => Promise<z.output<R>>;
  onSaved: (reply: z.output<R>) => void;
}

/** Saves one setting with the version that was loaded; says what was saved, and shows what somebody else saved meanwhile. */
export function useSettingForm<Value, R extends z.core.$ZodType<{ version: number }>>(
  plan: Plan<Value, R>,
): FormState<z.output<R>> {
  const [saved, setSaved] = useState<FormState<z.output<R>>['saved']>(null);
  /** Counts of input events: all so far, those before the save that was sent last, and those before the last successful save. */
  const typed = useRef({ all: 0, sent: 0, saved: 0 });
  useUnsaved(() => typed.current.all > typed.current.saved);
  const { submit, conflict, goOnFrom } = useVersionedSubmit({
    ...plan,
    opened: plan.setting,
    send: (value, { version }: z.output<R>) => {
      setSaved(null);
      typed.current.sent = typed.current.all;
      return api.put(plan.path, { version, value }, plan.reply);
    },
    onDone: (reply) => {
      goOnFrom(reply);
      const { all, sent } = typed.current;
      typed.current.saved = sent;
      setSaved(all === sent ? 'all' : 'earlier');
      plan.onSaved(reply);
    },
    onTyped: () => {
      setSaved(null);
      typed.current.all += 1;
    },
    fallback: 'We couldn’t save this. Please try again.',
  });
  return { submit, saved, conflict };
}
