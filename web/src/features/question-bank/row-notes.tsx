/** Rows of a file by sheet, row, column and reason, however many there are. */
import type { ImportReport } from '#contract/questions.ts';
import { Pager } from '#web/components/desk/pager.tsx';
import { usePages } from '#web/components/desk/use-pages.ts';
import { type Column, DataTable } from '#web/components/ui/data-table.tsx';
import styles from './row-notes.module.css';

type RowNote = ImportReport['errors'][number];

const PAGE_SIZE = 20;

const columns: Column<RowNote>[] = [
  { key: 'sheet', head: 'Sheet', cell: ({ sheet }) => sheet },
  // Row 0 speaks of the whole sheet.
  { key: 'row', head: 'Row', numeric: true, cell: ({ row }) => (row === 0 ? 'all' : row) },
  { key: 'column', head: 'Column', cell: ({ column }) => column },
  {
    key: 'reason',
    head: 'Reason',
    cell: ({ message }) => <span className={styles.reason}>{message}</span>,
  },
];

export function RowNotes({ title, notes }: { title: string; notes: readonly RowNote[] }) {
  const { rows, page, pages, setPage, before } = usePages(notes, PAGE_SIZE);
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes}>
      <DataTable
        caption={`${title} (${notes.length.toLocaleString('en-IN')})`}
        dense
        columns={columns}
        rows={rows}
        rowKey={(_, index) => before + index}
      />
      <Pager label={`Pages of ${title.toLowerCase()}`} page={page} pages={pages} onPage={setPage} />
    </div>
  );
}
