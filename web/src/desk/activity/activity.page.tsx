/**
 * Activity: who did what, when, to what; found by person, act, thing, words and days, and exported. What is looked for stands in
 * the address, so that it can be sent, reloaded and come back to.
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

/** An address may be old or typed wrong: what the server would refuse or not know is as if it weren't there. */
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
/** As the server's bounds have them. */
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
  // What was typed goes into the address; what comes to stand there by a link is looked for.
  const given = write(read(address));
  const known = useRef(given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address here.
  useEffect(() => {
    if (query === known.current) return;
    known.current = query;
    setAddress(query, { replace: true, preventScrollReset: true });
  }, [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address moves the fields here.
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
