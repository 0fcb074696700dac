// A question that comes with each of the nine values by name instead of in a table, as a row that the one
// judge of rows understands.

import { type Field, fields } from '../question-file.ts';
import { cleanText, isVisible } from './clean-text.ts';
import type { Layout } from './judge-row.ts';
import { type Row, textCell } from './sheet.ts';

export const nineColumns: Layout = {
  header: {
    row: 0,
    columns: new Map(fields.map((field, column) => [field, column])),
    clashes: [],
    furtherOptions: [],
    unused: [],
  },
  headerRow: { row: 0, hidden: false, cells: new Map() },
  downMerges: [],
  rowsByNumber: new Map(),
  sheetType: null,
  rowsEndAtHeader: false,
};

/** @param place the number by which notes name the row */
export function toRow(place: number, values: Readonly<Record<Field, string>>): Row {
  const cells = fields.flatMap((field, column) => {
    const text = cleanText(values[field]);
    return isVisible(text) ? [[column, textCell(text)] as const] : [];
  });
  return { row: place, hidden: false, cells: new Map(cells) };
}
