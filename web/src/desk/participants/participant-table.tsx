/** One page of participants: what they told us, their status, scores and documents. */
import { useState } from 'react';
import { NO_DOCUMENTS, NO_SCORE, type Participant } from '#contract/desk/participants.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { lateWords } from '#web/shared/late-words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { AccommodationsDialog } from './accommodations-dialog.tsx';
import { documentLinks } from './documents.ts';
import { participantColumns } from './participant-columns.ts';
import styles from './participant-table.module.css';
import { scoreIn, totalOf } from './scores.ts';

interface ParticipantTableProps {
  examName: string;
  participants: readonly Participant[];
  examId: string;
  onChanged: () => void;
  /** The exam's, so that every page has the same columns. */
  sections: readonly string[];
}

export function ParticipantTable(props: ParticipantTableProps) {
  const { examName, examId, participants, sections, onChanged } = props;
  const [changing, setChanging] = useState<Participant | null>(null);
  // The columns are the specification's; this one is asked for.
  const [showsHall, setShowsHall] = useState(false);
  const columns: Column<Participant>[] = [
    ...participantColumns.map(({ head, text }, index) => ({
      key: head,
      head,
      rowHead: index === 0,
      cell: (participant: Participant) => <Text>{text(participant)}</Text>,
    })),
    {
      key: 'total',
      head: 'Total',
      numeric: true,
      cell: (participant) => (
        <>
          <strong>{totalOf(participant) ?? NO_SCORE}</strong>
          {participant.lateWork && (
            <span className={styles.long}> {lateWords(participant.lateWork)}</span>
          )}
        </>
      ),
    },
    ...sections.map((section) => ({
      key: `section ${section}`,
      head: section,
      numeric: true,
      cell: (participant: Participant) => scoreIn(participant, section) ?? NO_SCORE,
    })),
    { key: 'documents', head: 'Documents', cell: ({ docs }) => <Documents docs={docs} /> },
    ...(showsHall ? [hallColumn(setChanging)] : []),
  ];
  return (
    <>
      <p>
        <RowAct icon="user" aria-pressed={showsHall} onClick={() => setShowsHall(!showsHall)}>
          Rooms and agreements
        </RowAct>
      </p>
      <DataTable
        caption={`Participants of ${examName}`}
        captionHidden
        dense
        columns={columns}
        rows={participants}
        rowKey={({ _id }) => _id}
      />
      <AccommodationsDialog
        examId={examId}
        participant={changing}
        onClose={() => setChanging(null)}
        onChanged={onChanged}
      />
    </>
  );
}

function hallColumn(change: (participant: Participant) => void): Column<Participant> {
  return {
    key: 'hall',
    head: 'Room and agreements',
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
    hall.extraPercent > 0 ? `${hall.extraPercent}% more time` : '',
    hall.largerText ? 'larger text' : '',
    hall.reader ? 'a reader' : '',
  ];
  return parts.filter(Boolean).join(', ') || 'None';
}

/** Short texts on one line; long ones, such as addresses, wrap. */
function Text({ children }: { children: string }) {
  return <span className={children.length > 36 ? styles.long : styles.short}>{children}</span>;
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
