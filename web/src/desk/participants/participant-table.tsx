/** One page of participants: what they told us, their status, scores and documents. */
import { NO_DOCUMENTS, NO_SCORE, type Participant } from '#contract/desk/participants.ts';
import { lateWords } from '#web/shared/late-words.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { documentLinks } from './documents.ts';
import { participantColumns } from './participant-columns.ts';
import styles from './participant-table.module.css';
import { scoreIn, totalOf } from './scores.ts';

interface ParticipantTableProps {
  examName: string;
  participants: readonly Participant[];
  /** The exam's, so that every page has the same columns. */
  sections: readonly string[];
}

export function ParticipantTable({ examName, participants, sections }: ParticipantTableProps) {
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
  ];
  return (
    <DataTable
      caption={`Participants of ${examName}`}
      captionHidden
      dense
      columns={columns}
      rows={participants}
      rowKey={({ _id }) => _id}
    />
  );
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
