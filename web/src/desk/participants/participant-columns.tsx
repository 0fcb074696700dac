/** The columns of Exam Score; room and accommodations are shown only on request. */

import { Link } from 'react-router-dom';
import {
  marksHead,
  NO_DOCUMENTS,
  NO_SCORE,
  type Participant,
} from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/site/registration.ts';
import { lateNotes } from '#contract/wire/late-words.ts';
import { DOCUMENTS, TOTAL } from '#contract/wire/results.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { formatMarks } from '#web/shared/format-marks.ts';
import { candidatePath } from '#web/shared/paths.ts';
import styles from './participants.module.css';

/** Leaves out the stream of the SSC, the school certificate, which has none. */
const shownEducation = educationKeys.filter((key) => key !== 'sscStream');

const nameColumn: DeskColumn<Participant> = {
  key: 'name',
  head: 'Name',
  sort: 'name',
  width: 17,
  rowHead: true,
  wraps: true,
  cell: ({ _id, fullName }) => (
    <Link to={candidatePath(_id)}>
      <bdi>{fullName}</bdi>
    </Link>
  ),
};

const person: readonly DeskColumn<Participant>[] = [
  { key: 'email', head: 'Email', sort: 'email', width: 12, cell: ({ email }) => email },
  { key: 'mobile', head: 'Mobile', sort: 'mobile', width: 7.5, cell: ({ mobile }) => mobile },
  {
    key: 'address',
    head: 'Address',
    sort: 'address',
    width: 10,
    aside: true,
    cell: ({ address }) => address,
  },
  { key: 'city', head: 'City', sort: 'city', width: 7, aside: true, cell: ({ city }) => city },
  {
    key: 'state',
    head: 'State',
    sort: 'state',
    width: 7,
    aside: true,
    cell: ({ state }) => state,
  },
  { key: 'txn', head: 'TxnID', sort: 'txn', width: 8, cell: ({ TxnID }) => TxnID ?? '' },
];

const education = shownEducation.map(
  (key): DeskColumn<Participant> => ({
    key,
    head: key,
    sort: key,
    width: 6.25,
    aside: true,
    cell: (participant) => participant[key],
  }),
);

interface ColumnOptions {
  /** The sections of the exam rather than of the rows, so that every page has the same columns. */
  sections: readonly string[];
  /** Only the columns that fit an ordinary computer screen: name, marks, status, mobile, TxnID and documents. */
  short: boolean;
  /** Opens a participant's room and accommodations; null leaves that column out. */
  onHall: ((participant: Participant) => void) | null;
}

/** Shown next to the name: the UID and, in the long list, the total, whose own column is out of sight. */
function besideName(participant: Participant, short: boolean): string[] {
  const total = short ? null : totalOf(participant);
  return total === null ? [participant._id] : [participant._id, formatMarks(total)];
}

const OF_SHORT = new Set(['mobile', 'txn']);

export function participantColumns({
  sections,
  short,
  onHall,
}: ColumnOptions): DeskColumn<Participant>[] {
  const told: DeskColumn<Participant>[] = [
    ...person,
    ...education,
    {
      key: 'workExp',
      head: 'workExp',
      sort: 'workExp',
      width: 7,
      aside: true,
      cell: ({ workExp }) => workExp,
    },
  ];
  const status: DeskColumn<Participant> = {
    key: 'status',
    head: 'Status',
    sort: 'status',
    width: 6.5,
    cell: ({ status }) => status,
  };
  const marks: DeskColumn<Participant>[] = [
    {
      key: 'total',
      head: 'Total',
      sort: 'total',
      numeric: true,
      width: 5,
      cell: (participant) => (
        <>
          <strong>{scoreText(totalOf(participant))}</strong>
          {lateNotes(participant) && ` ${lateNotes(participant)}`}
        </>
      ),
    },
    ...sections.map((section) => ({
      key: `section ${section}`,
      head: marksHead(section),
      numeric: true,
      width: 7,
      cell: (participant: Participant) => scoreText(scoreIn(participant, section)),
    })),
  ];
  const name = { ...nameColumn, beside: (row: Participant) => besideName(row, short) };
  const shown = short
    ? // The marks directly after the name.
      [name, ...marks, status, ...told.filter(({ key }) => OF_SHORT.has(key))]
    : [name, ...told, status, ...marks];
  return [
    ...shown,
    {
      key: 'documents',
      head: DOCUMENTS,
      width: 8,
      cell: ({ docs }) => <Documents docs={docs} />,
    },
    ...(onHall ? [hallColumn(onHall)] : []),
  ];
}

function hallColumn(change: (participant: Participant) => void): DeskColumn<Participant> {
  return {
    key: 'hall',
    head: 'Room and accommodations',
    sort: 'room',
    acts: true,
    width: 15,
    cell: (participant) => (
      <span className={styles.hall}>
        <span id={`hall-${participant._id}`}>{hallInWords(participant)}</span>
        <RowAct aria-describedby={`hall-${participant._id}`} onClick={() => change(participant)}>
          Change
        </RowAct>
      </span>
    ),
  };
}

function hallInWords({ hall }: Participant): string {
  const parts = [
    hall.room,
    hall.extraPercent > 0 ? `${hall.extraPercent}% extra time` : '',
    hall.largerText ? 'larger text' : '',
    hall.reader ? 'reader or scribe' : '',
  ];
  return parts.filter(Boolean).join(', ') || 'None';
}

function Documents({ docs }: Pick<Participant, 'docs'>) {
  if (docs.length === 0) return <span className={styles.none}>{NO_DOCUMENTS}</span>;
  return (
    <ul className={styles.documents}>
      {documentLinks(docs, location.origin).map(({ label, href }) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

// A participant's scores, which come as a list of single-key objects: section to marks.

type Scored = Pick<Participant, 'score'>;

const scoreText = (marks: number | null) => (marks === null ? NO_SCORE : formatMarks(marks));

export function scoreIn(participant: Scored, section: string): number | null {
  return participant.score.find((entry) => Object.hasOwn(entry, section))?.[section] ?? null;
}

/** The sum over all sections, exact to the hundredth of a mark; null while no section has a score. */
export function totalOf(participant: Scored): number | null {
  const marks = participant.score.flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) => (name === TOTAL ? [] : [value])),
  );
  if (marks.length === 0) return null;
  return marks.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
}

// A participant's documents as links: the label is the file's name.

interface DocumentLink {
  label: string;
  /** An absolute URL, so that it also works in an exported workbook. */
  href: string;
}

/** @param origin such as `https://nipunatalent.example` */
export function documentLinks(docs: readonly string[], origin: string): DocumentLink[] {
  return docs.map((path) => {
    const url = new URL(path, `${origin}/`);
    const last = url.pathname.split('/').at(-1) ?? '';
    return { label: decodeName(last), href: url.href };
  });
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
