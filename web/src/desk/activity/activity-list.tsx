/** The entries of the activity log that match the search: newest first, fifty at a time, older ones added below. */
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Activity, activityListSchema, describeAction } from '#contract/desk/activity.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { ageOf, ageWords } from '#web/shared/desk/age-words.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { DeskTable } from '#web/shared/desk/desk-table.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { reasonOf, useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import styles from './activity.module.css';
import { describeDetail, subjectInWords, subjectPath } from './describe-entry.ts';

const PAGE_SIZE = 50;

/** A page of the log as it came, and how old it was. */
type Page = Awaited<ReturnType<typeof ask>>;

async function ask(query: string, signal?: AbortSignal) {
  let age = 0;
  const heard = (headers: Headers) => {
    age = ageOf(headers);
  };
  const path = `activity?${query}&pageSize=${PAGE_SIZE}`;
  return { found: await api.get(path, activityListSchema, { signal, heard }), age };
}

/** Entries below a page of the newest; when that is loaded again, others may lie between. */
interface Older {
  newest: Page;
  entries: readonly Activity[];
  /** There are none below them. */
  ended: boolean;
}

const NONE = { entries: [], ended: false };

export function ActivityList({ query }: { query: string }) {
  const asked = useAsk(useCallback((signal: AbortSignal) => ask(query, signal), [query]));
  const [older, setOlder] = useState<Older | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function addOlder(newest: Page, before: readonly Activity[], last: Activity) {
    setPending(true);
    setProblem(null);
    try {
      const { found } = await ask(`${query}&below=${last.id}`);
      setOlder({ newest, entries: [...before, ...found], ended: found.length < PAGE_SIZE });
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the activity…"
      failedTitle="We couldn’t load the activity"
    >
      {(newest) => {
        const { entries: below, ended } = older?.newest === newest ? older : NONE;
        const entries = [...newest.found, ...below];
        const last = entries.at(-1);
        if (!last)
          return (
            <EmptyState icon="clock" title={query === '' ? 'Nothing yet.' : 'Nothing found.'}>
              <p>
                Every change is recorded here.
                {query !== '' && ' Looking for something? Try fewer words, or other days.'}
              </p>
            </EmptyState>
          );
        const isWhole = ended || newest.found.length < PAGE_SIZE;
        return (
          <>
            <DeskTable
              caption="Activity"
              columns={activityColumns}
              rows={entries}
              rowKey={({ id }) => String(id)}
              found={{ name: 'activity', sort: null, setSort: () => {}, shown: query }}
            />
            {problem && (
              <Notice tone="danger" title="We couldn’t load older entries" live>
                <p>{problem}</p>
              </Notice>
            )}
            <div className={styles.foot}>
              <p role="status">
                {isWhole
                  ? `That’s all ${entries.length.toLocaleString('en-IN')}.`
                  : `The newest ${entries.length.toLocaleString('en-IN')}.`}
                {ageWords(newest.age) && ` It was ${ageWords(newest.age)}.`}
              </p>
              {!isWhole && (
                <Button
                  pending={pending}
                  pendingLabel="Loading…"
                  onClick={() => addOlder(newest, below, last)}
                >
                  Show older
                </Button>
              )}
            </div>
          </>
        );
      }}
    </DeskList>
  );
}

export const activityColumns: DeskColumn<Activity>[] = [
  {
    key: 'when',
    head: 'When',
    width: 14.5,
    cell: ({ at }) => formatDateTime(at),
  },
  {
    key: 'who',
    head: 'Who',
    width: 11,
    cell: ({ actor, actorName }) => (
      <>
        <bdi>{actor === 'server' ? 'The server' : (actorName ?? actor)}</bdi>{' '}
        {actor !== 'server' && actor !== SUPER_ADMIN && actorName && (
          <span className={styles.muted}>{actor}</span>
        )}
      </>
    ),
  },
  {
    key: 'what',
    head: 'What',
    rowHead: true,
    width: 12,
    cell: ({ action }) => describeAction(action),
  },
  {
    key: 'subject',
    head: 'To what',
    width: 13,
    wraps: true,
    cell: ({ action, subject, subjectName }) => {
      const path = subjectPath(action, subject);
      const name = <bdi>{subjectName ?? subjectInWords(action, subject)}</bdi>;
      return (
        <span>
          {path ? <Link to={path}>{name}</Link> : name}{' '}
          {subjectName && <span className={styles.muted}>{subject}</span>}
        </span>
      );
    },
  },
  {
    key: 'detail',
    head: 'Details',
    least: 11,
    wraps: true,
    cell: ({ action, detail }) => (
      <span>
        {describeDetail(action, detail)}
        {action === 'candidates.listed' && typeof detail.list === 'string' && (
          <>
            {' · '}
            <Link to={`${paths.activity}?action=candidate.added&text=${detail.list}`}>
              each of them
            </Link>
          </>
        )}
      </span>
    ),
  },
];
