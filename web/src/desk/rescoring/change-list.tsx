/** The scores that change, before and after the correction, a page at a time. */
import { useCallback, useState } from 'react';
import {
  type Rescore,
  type RescoreChange,
  rescoreChangeListSchema,
} from '#contract/desk/rescores.ts';
import { type ScoreList, TOTAL } from '#contract/wire/results.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { countPages, Pager } from '#web/shared/desk/pager.tsx';
import { formatMarks } from '#web/shared/format-marks.ts';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './rescore.module.css';

const PAGE_SIZE = 50;

export function ChangeList({ questionId, total }: { questionId: string; total: number }) {
  const [page, setPage] = useState(1);
  const isEmpty = total === 0;
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => {
        if (isEmpty) return { data: [], total: 0 };
        const path = `questions/${questionId}/rescore/changes?page=${page}&pageSize=${PAGE_SIZE}`;
        return api.getPage(path, rescoreChangeListSchema, { signal });
      },
      [questionId, page, isEmpty],
    ),
  );
  if (isEmpty) return null;
  return (
    <>
      <DeskList
        asked={asked}
        loadingLabel="Loading the changes…"
        failedTitle="We couldn’t load the changes"
      >
        {({ data }) => (
          <DataTable
            caption="Changed scores"
            captionHidden
            dense
            cards
            columns={columns}
            rows={data}
            rowKey={({ sittingId }) => sittingId}
          />
        )}
      </DeskList>
      <Pager
        label="Pages of changes"
        page={page}
        pages={countPages(asked.latest?.total ?? total, PAGE_SIZE)}
        onPage={setPage}
      />
    </>
  );
}

const columns: readonly Column<RescoreChange>[] = [
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ fullName }) => <bdi className={styles.person}>{fullName}</bdi>,
  },
  { key: 'uid', head: 'UID', cell: ({ uid }) => uid },
  {
    key: 'exam',
    head: 'Exam',
    cell: ({ examName }) => <bdi className={styles.where}>{examName}</bdi>,
  },
  {
    key: 'section',
    head: 'Section',
    cell: ({ before, after }) => (
      <span className={styles.where}>{changedSections(before, after)}</span>
    ),
  },
  { key: 'before', head: 'Total before', numeric: true, cell: ({ before }) => totalOf(before) },
  {
    key: 'after',
    head: 'Total after',
    numeric: true,
    cell: ({ after }) => <strong>{totalOf(after)}</strong>,
  },
  {
    key: 'state',
    head: 'Status',
    cell: ({ applied }) =>
      applied ? (
        <Badge tone="success" icon="check">
          Changed
        </Badge>
      ) : (
        <Badge>Not changed yet</Badge>
      ),
  },
];

const entriesOf = (list: ScoreList) => list.flatMap((entry) => Object.entries(entry));

const inWords = (marks: number | undefined) =>
  marks === undefined ? NO_VALUE : formatMarks(marks);

function totalOf(list: ScoreList): string {
  return inWords(entriesOf(list).find(([name]) => name === TOTAL)?.[1]);
}

function changedSections(before: ScoreList, after: ScoreList): string {
  const now = new Map(entriesOf(after));
  return entriesOf(before)
    .filter(([name, marks]) => name !== TOTAL && now.get(name) !== marks)
    .map(([name, marks]) => `${name}: ${inWords(marks)} → ${inWords(now.get(name))}`)
    .join(', ');
}

// The question as candidates saw it, and which option is right before and after the correction.

type Version = Rescore['versions'][number];

export function SeenVersions({ rescore }: { rescore: Rescore }) {
  if (rescore.versions.length === 0) return null;
  return (
    <section className={styles.versions} aria-label="What the candidates saw">
      {rescore.versions.map((version) => (
        <SeenVersion key={version.revision} version={version} />
      ))}
    </section>
  );
}

function SeenVersion({ version }: { version: Version }) {
  const { text, options, sameText, before, after } = version;
  return (
    <div className={styles.version}>
      <h2 className={styles.head}>What the candidates saw</h2>
      {!sameText && (
        <>
          <p>{text}</p>
          <Notice tone="warn" title="The question was worded differently">
            <p>Please make sure the corrected answer is right for this wording too.</p>
          </Notice>
        </>
      )}
      <ol className={styles.options}>
        {optionNames.map((name, index) => (
          <li key={name}>
            {options[index]} {isRight(before, name) && <Badge>Was right</Badge>}{' '}
            {after && isRight(after, name) && (
              <Badge tone="success" icon="check">
                Is right now
              </Badge>
            )}
          </li>
        ))}
      </ol>
      {after ? (
        <p className={styles.muted}>
          Right: {marks(before.Weightage, after.Weightage)}. Wrong:{' '}
          {marks(before.Negative, after.Negative)} taken off.
        </p>
      ) : (
        <Notice tone="warn" title="The correction doesn’t apply to these sittings">
          <p>An option that’s now right wasn’t among theirs.</p>
        </Notice>
      )}
    </div>
  );
}

function isRight({ CorrectAnswer, AlsoCorrect }: Version['before'], name: OptionName): boolean {
  return name === CorrectAnswer || (AlsoCorrect?.includes(name) ?? false);
}

function marks(before: number, after: number): string {
  return before === after ? String(after) : `${after} instead of ${before}`;
}
