/** How exams are run and who may register, in words a proctor would use (offline rule 16). */
import * as z from 'zod/mini';
import { minimumAgeSchema, policiesSchema, settingsSchema } from '#contract/desk/settings.ts';
import { lateMinutesSchema } from '#contract/wire/values.ts';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { api } from '#web/shared/http.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SettingForm, useSettingForm } from './setting-form.tsx';

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
  { value: 'refuse', label: 'Don’t count unless decided' },
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
    readNewest: async () => (await api.get('settings', settingsSchema)).policies,
    onSaved: () => {},
  });
  return (
    <SettingForm
      state={state}
      action="Save policies"
      what="these policies"
      inWords={inWords}
      onReload={onReload}
    >
      <TextField
        label="Transit allowance"
        hint="Seconds after the end in which a submission may still arrive. Nobody gets more time to answer."
        name="transitSeconds"
        type="number"
        inputMode="numeric"
        min={30}
        max={1800}
        step={1}
        defaultValue={value.transitSeconds}
      />
      <TextField
        label="Accept late work for"
        hint="Minutes after the end. Answers measured as given in time count if they arrive within these minutes. 0 means never. An exam can have its own setting."
        name="lateMinutes"
        type="number"
        inputMode="numeric"
        min={0}
        max={1440}
        step={1}
        defaultValue={value.lateMinutes}
      />
      <Select
        label="Scores with late work"
        hint="A marked score says for how many minutes nothing was heard from the phone."
        name="trustMeasured"
        placeholder="Select one"
        options={trust}
        defaultValue={value.trustMeasured ? 'trust' : 'look'}
      />
      <Select
        label="Late answers"
        hint="Answers that arrive even later, or whose times contradict each other."
        name="lateActs"
        placeholder="Select one"
        options={lateActs}
        defaultValue={value.lateActs}
      />
      <TextField
        label="Minimum age"
        hint="In whole years, to register."
        name="minimumAge"
        type="number"
        inputMode="numeric"
        min={0}
        max={60}
        step={1}
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
    'Late answers': lateActs.find((act) => act.value === value.lateActs)?.label ?? '',
    'Minimum age': `${value.minimumAge} years`,
  };
}
