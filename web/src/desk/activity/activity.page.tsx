/**
 * Activity: who did what, when, to what. Entries can be searched by person, act, subject, words and days, and exported. The
 * search is kept in the address, so that an administrator can share it, reload it and come back to it.
 */
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { activityWords } from '#contract/desk/activity.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { SearchBox, useDebounced } from '#web/shared/desk/search-box.tsx';
import { Select, TextField } from '#web/ui/field.tsx';
import styles from './activity.module.css';
import { ActivityList } from './activity-list.tsx';

const names = ['text', 'actor', 'action', 'subject', 'from', 'to'] as const;
type Filter = Record<(typeof names)[number], string>;

/** An address may be old or mistyped: a value that the server would refuse or doesn't know is ignored. */
const read = (address: URLSearchParams): Filter => {
  const said = (name: keyof Filter) => (address.get(name) ?? '').slice(0, LONGEST);
  return {
    text: said('text'),
    actor: said('actor'),
    action: Object.hasOwn(activityWords, said('action')) ? said('action') : '',
    subject: said('subject'),
    from: dayOf(said('from')),
    to: dayOf(said('to')),
  };
};
const write = (filter: Filter) =>
  new URLSearchParams(
    names.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])),
  ).toString();
/** Characters; the server accepts no longer filter. */
const LONGEST = 200;
const daySchema = z.iso.date().check(z.regex(/^(19|20)/));
const dayOf = (text: string) => daySchema.safeParse(text).data ?? '';

const actions = Object.entries(activityWords)
  .map(([value, label]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label));

export default function ActivityScreen() {
  const [address, setAddress] = useSearchParams();
  const [filter, setFilter] = useState(() => read(address));
  const set = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  const query = useDebounced(write(filter));
  // Typing in the fields updates the address; following a link to another address updates the fields.
  const given = write(read(address));
  const known = useRef(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing in the fields changes the address here.
  useEffect(() => {
    if (query === known.current) return;
    known.current = query;
    setAddress(query, { replace: true, preventScrollReset: true });
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address changes the fields here.
  useEffect(() => {
    if (given === known.current) return;
    known.current = given;
    setFilter(read(address));
  }, [given]);
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
        <SearchBox
          label="Search activity..."
          value={filter.text}
          onChange={(text) => set({ text })}
        />
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
          placeholder="UID, or server"
          required={false}
          value={filter.actor}
          maxLength={40}
          spellCheck={false}
          onChange={({ target }) => set({ actor: target.value })}
        />
        <TextField
          label="To what"
          placeholder="UID or other id"
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
