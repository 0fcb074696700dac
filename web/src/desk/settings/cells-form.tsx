/** The deployments that hold exams of this site, each by its address. */
import * as z from 'zod/mini';
import { cellsChangeSchema, settingsSchema } from '#contract/desk/settings.ts';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { api } from '#web/shared/http.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { SettingForm } from './setting-form.tsx';
import styles from './settings.module.css';
import { useSettingForm } from './use-setting-form.ts';

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

export function CellsForm({ setting, onReload }: CellsFormProps) {
  const state = useSettingForm({
    path: 'settings/cells',
    schema: formSchema,
    reply,
    setting,
    readNewest: async () => (await api.get('settings', settingsSchema)).cells,
    onSaved: () => {},
  });
  return (
    <SettingForm
      state={state}
      action="Save cells"
      what="these cells"
      inWords={inWords}
      onReload={onReload}
    >
      <div className={styles.wide}>
        <TextArea
          label="Addresses of cells"
          hint="One per line, such as https://shift1.example.in. A new cell must be running when you save: its public key is fetched and kept."
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
