/** Activity: who did what, when, to what; found by person, act, thing, words and days, and exported. */
import { useState } from 'react';
import { activityWords } from '#contract/desk/activity.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useSettled } from '#web/shared/desk/use-settled.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './activity.module.css';
import { ActivityList } from './activity-list.tsx';

const everything = { text: '', actor: '', action: '', subject: '', from: '', to: '' };
type Filter = typeof everything;

const actions = Object.entries(activityWords)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

export default function ActivityScreen() {
  const [filter, setFilter] = useState<Filter>(everything);
  const set = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const query = useSettled(new URLSearchParams(filter).toString());
  return (
    <DeskPage
      title="Activity"
      acts={
        <DownloadButton path={`activity/export?${query}`} fileName="Activity.xlsx">
          Export to Excel
        </DownloadButton>
      }
    >
      <search className={styles.filters}>
        <div className={styles.words}>
          <SearchBox
            label="Search activity..."
            value={filter.text}
            onChange={(text) => set({ text })}
          />
        </div>
        <Select
          label="What"
          placeholder="Everything"
          required={false}
          options={actions}
          value={filter.action}
          onChange={({ target }) => set({ action: target.value })}
        />
        <TextField
          label="Who"
          hint="UID, or server"
          required={false}
          value={filter.actor}
          maxLength={40}
          spellCheck={false}
          onChange={({ target }) => set({ actor: target.value })}
        />
        <TextField
          label="To what"
          hint="UID, or the id in the list"
          required={false}
          value={filter.subject}
          maxLength={100}
          spellCheck={false}
          onChange={({ target }) => set({ subject: target.value })}
        />
        <TextField
          label="From"
          type="date"
          required={false}
          value={filter.from}
          max={filter.to || undefined}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="To"
          type="date"
          required={false}
          value={filter.to}
          min={filter.from || undefined}
          onChange={({ target }) => set({ to: target.value })}
        />
      </search>
      <ActivityList key={query} query={query} />
    </DeskPage>
  );
}
