/** Up to three questions of a file as they will look in the exam, each with its key and marks; and the notes about rows. */

import { useState } from 'react';
import type {
  ImportFormat,
  ImportReport,
  ImportSample,
  RowNote,
} from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { type PageOf, Pager, pageOf } from '#web/shared/desk/pager.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './sample-questions.module.css';

interface SampleQuestionsProps {
  format: ImportReport['format'];
  samples: readonly ImportSample[];
}

export function SampleQuestions({ format, samples }: SampleQuestionsProps) {
  if (samples.length === 0) return null;
  return (
    <section className={styles.samples} aria-label="How a candidate will see them">
      <h3 className={styles.heading}>How a candidate will see them</h3>
      <div className={styles.cards}>
        {samples.map((sample) => (
          <figure key={`${sample.sheet} ${sample.row}`} className={styles.sample}>
            <QuestionCard
              text={sample.Questions}
              options={optionNames.map((name) => sample[name])}
            />
            <figcaption className={styles.facts}>
              {placeWord(format)} {sample.row}, {sample.Type}. Right answer:{' '}
              {'ABCD'[optionNames.indexOf(sample.CorrectAnswer)]}. Marks {sample.Weightage}, for a
              wrong answer {sample.Negative === 0 ? '0' : `−${sample.Negative}`}.
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

const LETTERS = ['A', 'B', 'C', 'D'] as const;

interface QuestionCardProps {
  text: string;
  /** Four, in the order they are shown. */
  options: readonly string[];
}

/**
 * A question as it looks in the exam, to read but not to answer. The text is plain text, never markup; line breaks are kept,
 * and its writing direction doesn't affect the text around it.
 */
function QuestionCard({ text, options }: QuestionCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <ol className={styles.options}>
        {LETTERS.map((letter, place) => (
          <li key={letter} className={styles.option}>
            <span className={styles.letter} aria-hidden="true">
              {letter}
            </span>
            <span className={styles.text} dir="auto">
              {options[place]}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const PAGE_SIZE = 20;

/** What the number in a note counts. */
export function placeWord(format: ImportFormat): 'Row' | 'Line' | 'Question' {
  if (format === 'qti') return 'Question';
  return format === 'workbook' || format === 'delimited' ? 'Row' : 'Line';
}

const columnsOf = (format: ImportFormat): Column<RowNote>[] => [
  // Files of other formats have only one sheet.
  ...(format === 'workbook'
    ? [{ key: 'sheet', head: 'Sheet', cell: ({ sheet }: RowNote) => sheet }]
    : []),
  // A note with row 0 is about the whole sheet.
  {
    key: 'row',
    head: placeWord(format),
    numeric: true,
    cell: ({ row }) => (row === 0 ? 'all' : row),
  },
  {
    key: 'column',
    head: 'Column',
    cell: ({ column, cell }) => (cell ? `${column} (${cell})` : column),
  },
  {
    key: 'reason',
    head: 'Reason',
    cell: ({ message }) => <span className={styles.reason}>{message}</span>,
  },
];

interface RowNotesProps {
  title: string;
  format: ImportFormat;
  notes: readonly RowNote[];
}

/** The notes about rows of a file: sheet, row, column and reason, in pages. */
export function RowNotes({ title, format, notes }: RowNotesProps) {
  const { rows, page, pages, setPage, before } = usePages(notes, PAGE_SIZE);
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes}>
      <DataTable
        caption={`${title} (${notes.length.toLocaleString('en-IN')})`}
        dense
        cards
        columns={columnsOf(format)}
        rows={rows}
        rowKey={(_, index) => before + index}
      />
      <Pager label={`Pages of ${title.toLowerCase()}`} page={page} pages={pages} onPage={setPage} />
    </div>
  );
}

/** Shows a list in pages; the list may become shorter. */
function usePages<Row>(
  rows: readonly Row[],
  size: number,
): PageOf<Row> & { setPage: (page: number) => void } {
  const [wanted, setPage] = useState(1);
  const cut = pageOf(rows, wanted, size);
  // When a shorter list has led to an earlier page, that page stays even if the list grows again.
  if (cut.page !== wanted) setPage(cut.page);
  return { ...cut, setPage };
}
