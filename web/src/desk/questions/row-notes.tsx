/** Rows of a file by sheet, row, column and reason, however many there are. */

import { useState } from 'react';
import type { ImportFormat, RowNote } from '#contract/desk/questions.ts';
import { type PageOf, Pager, pageOf } from '#web/shared/desk/pager.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './row-notes.module.css';

const PAGE_SIZE = 20;

/** What the number of a note counts. */
export function placeWord(format: ImportFormat): 'Row' | 'Line' {
  return format === 'workbook' || format === 'delimited' ? 'Row' : 'Line';
}

const columnsOf = (format: ImportFormat): Column<RowNote>[] => [
  // Other files are one sheet.
  ...(format === 'workbook'
    ? [{ key: 'sheet', head: 'Sheet', cell: ({ sheet }: RowNote) => sheet }]
    : []),
  // Row 0 speaks of the whole sheet.
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

export function RowNotes({ title, format, notes }: RowNotesProps) {
  const { rows, page, pages, setPage, before } = usePages(notes, PAGE_SIZE);
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes}>
      <DataTable
        caption={`${title} (${notes.length.toLocaleString('en-IN')})`}
        dense
        columns={columnsOf(format)}
        rows={rows}
        rowKey={(_, index) => before + index}
      />
      <Pager label={`Pages of ${title.toLowerCase()}`} page={page} pages={pages} onPage={setPage} />
    </div>
  );
}

/** The page that is being looked at of a list that may shrink. */
function usePages<Row>(
  rows: readonly Row[],
  size: number,
): PageOf<Row> & { setPage: (page: number) => void } {
  const [wanted, setPage] = useState(1);
  const cut = pageOf(rows, wanted, size);
  // Having gone to page 1 it stays there when the list grows again.
  if (cut.page !== wanted) setPage(cut.page);
  return { ...cut, setPage };
}
