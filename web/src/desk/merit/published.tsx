/** What the public sees of the merit list now, and where. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type MeritList,
  type MeritPlace,
  meritListSchema,
  meritPlaceListSchema,
} from '#contract/desk/merit.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { api } from '#web/shared/http.ts';
import { candidatePath, filePath, ownRankPath } from '#web/shared/paths.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { tellResultsPath } from '../messages/text-results-dialog.tsx';

export function Published({ merit: { examId, published } }: { merit: MeritList }) {
  if (!published)
    return (
      <Notice tone="info" title="Not published">
        <p>Nobody outside the office can see this list.</p>
      </Notice>
    );
  return (
    <Notice
      tone={published.outdated ? 'warn' : 'success'}
      title={published.outdated ? 'Published, but outdated' : 'Published and up to date'}
    >
      {published.outdated && (
        <p>
          Scores, rules or categories have changed since then. The public will see the old list
          until you publish a new one.
        </p>
      )}
      <p>
        {formatCount(published.people, 'candidate')}, since {formatDateTime(published.publishedAt)}.{' '}
        {published.pdf ? (
          <a href={filePath(published.pdf)} target="_blank" rel="noopener">
            View the PDF
          </a>
        ) : (
          'This exam now has another result PDF.'
        )}
      </p>
      <p>
        <Link to={ownRankPath(examId)}>The page where candidates find their rank</Link>
      </p>
      <p>
        <Link to={tellResultsPath(examId)}>Tell candidates by text message</Link>
      </p>
    </Notice>
  );
}

// Works the list out from the current scores, which takes some seconds for 100,000 candidates.

/** Enough for 100,000 candidates on a busy machine. */
export const LONG_WORK_MS = 180_000;

interface WorkOutButtonProps {
  merit: MeritList;
  onDone: (said: string) => void;
}

export function WorkOutButton({ merit: { examId, latest }, onDone }: WorkOutButtonProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function workOut() {
    setPending(true);
    setProblem(null);
    try {
      const options = { timeoutMs: LONG_WORK_MS };
      const made = await api.post(`exams/${examId}/merit/work-out`, {}, meritListSchema, options);
      onDone(`List worked out: ${formatCount(made.latest?.people ?? 0, 'candidate')}.`);
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }
  return (
    <>
      <Button
        variant={latest && !latest.outdated ? 'secondary' : 'primary'}
        icon="refresh"
        pending={pending}
        pendingLabel="Working it out…"
        onClick={workOut}
      >
        {latest ? 'Work out again' : 'Work out the list'}
      </Button>
      {problem && (
        <Notice tone="danger" title="We couldn’t work out the list" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}

// The places on the list that was worked out last; the server searches and pages them.

const listing = { name: 'merit', pageSize: 50 };

const none = {
  narrowed: 'Nobody on the list has this UID, name, mobile or email. Try part of it.',
  empty: 'Candidates will appear here once they have a complete score.',
};

export function MeritPlaces({ merit }: { merit: MeritList }) {
  const path = `exams/${merit.examId}/merit/places`;
  const found = useFound<MeritPlace>(path, meritPlaceListSchema, listing);
  return (
    <FoundList
      found={found}
      one="candidate"
      icon="user"
      none={none}
      order="By rank"
      caption={`Merit list of ${merit.examName}`}
      columns={columnsOf(merit)}
      rowKey={({ uid }) => uid}
    />
  );
}

function columnsOf({ sections, rules, shifts, categories }: MeritList): DeskColumn<MeritPlace>[] {
  const hasCategories = categories.some(({ category }) => category !== '');
  return [
    { key: 'rank', head: 'Rank', numeric: true, width: 4.5, cell: ({ rank }) => rank },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      wraps: true,
      cell: ({ uid, fullName }) => (
        <Link to={candidatePath(uid)}>
          <bdi>{fullName}</bdi>
        </Link>
      ),
    },
    { key: 'uid', head: 'UID', width: 6, cell: ({ uid }) => <code>{uid}</code> },
    {
      key: 'total',
      head: 'Total',
      numeric: true,
      width: 5,
      cell: ({ total }) => <strong>{formatMarks(total)}</strong>,
    },
    {
      key: 'percentile',
      head: 'Percentile',
      numeric: true,
      width: 7,
      cell: ({ percentile }) => percentile,
    },
    ...sections.map((section) => ({
      key: `section ${section}`,
      head: section,
      numeric: true,
      width: 7,
      cell: (place: MeritPlace) => {
        const marks = place.sections.find(({ name }) => name === section)?.marks;
        return marks === undefined ? NO_VALUE : formatMarks(marks);
      },
    })),
    {
      key: 'wrong',
      head: 'Wrong',
      numeric: true,
      width: 4.5,
      cell: ({ wrong }) => wrong ?? NO_VALUE,
    },
    ...(shifts.length > 0
      ? [{ key: 'exam', head: 'Shift', width: 9, cell: ({ exam }: MeritPlace) => exam }]
      : []),
    ...(hasCategories
      ? [
          {
            key: 'category',
            head: 'Category',
            width: 7,
            cell: ({ category }: MeritPlace) => category || NO_VALUE,
          },
        ]
      : []),
    ...(hasCutoffs(rules)
      ? [
          {
            key: 'status',
            head: 'Status',
            width: 7.5,
            cell: ({ qualified }: MeritPlace) => (qualified ? 'Qualified' : 'Not qualified'),
          },
        ]
      : []),
  ];
}
