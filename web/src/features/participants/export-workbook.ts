/** The exported workbook. The Excel library is a large chunk of its own, fetched with the first export. */
import { EXPORT_SHEET, type ExportCell } from './export-rows.ts';

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What one cell of Excel can hold. */
const LONGEST_TEXT = 32_767;
const WIDEST = 60;

export async function exportWorkbook(rows: readonly (readonly ExportCell[])[]): Promise<Blob> {
  const { utils, write } = await import('xlsx');
  const sheet = utils.aoa_to_sheet(
    rows.map((row) =>
      row.map((value) =>
        // Typed cells: text that begins with = + - @ is stored as text and never as a formula.
        typeof value === 'number'
          ? { t: 'n' as const, v: value }
          : { t: 's' as const, v: value.slice(0, LONGEST_TEXT), z: '@' },
      ),
    ),
  );
  sheet['!cols'] = widthsOf(rows).map((wch) => ({ wch }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, EXPORT_SHEET);
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return new Blob([bytes], { type: EXCEL });
}

/** In characters, so that names and addresses can be read without dragging columns. */
function widthsOf(rows: readonly (readonly ExportCell[])[]): number[] {
  const widths = (rows[0] ?? []).map(() => 10);
  for (const row of rows) {
    for (const [column, value] of row.entries()) {
      widths[column] = Math.min(WIDEST, Math.max(widths[column] ?? 0, String(value).length + 1));
    }
  }
  return widths;
}
