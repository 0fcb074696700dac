// Every row of every sheet with a usable header, judged by itself.
import type { Contents } from '../format.ts';
import { limits, tooManyRows } from '../question-file.ts';
import { chooseSheets } from './choose-sheets.ts';
import { judgeRow } from './judge-row.ts';
import type { Judged } from './judge-together.ts';
import { cellName } from './sheet.ts';

function cellOf(column: number | undefined, row: number): { cell?: string } {
  return column === undefined ? {} : { cell: cellName(column, row) };
}

/**
 * @param onRow told after each row how many were judged
 * @throws FileRefusal
 */
export function judgeSheets(
  contents: Contents & { are: 'sheets' },
  onRow: (judged: number) => void,
): Judged {
  const {
    chosen,
    errors,
    warnings,
    sheets: summaries,
  } = chooseSheets(contents.sheets, contents.rowsEndAtHeader);
  const drafts: Judged['drafts'] = [];
  let judgedRows = 0;
  for (const { sheet, layout } of chosen) {
    for (const row of sheet.rows) {
      if (row.row <= layout.header.row) continue;
      const judged = judgeRow(row, layout);
      onRow(++judgedRows);
      if (judged.is === 'draft') drafts.push({ sheet: sheet.name, draft: judged.draft });
      if (judged.is === 'refused')
        errors.push({
          sheet: sheet.name,
          row: row.row,
          column: judged.column,
          ...cellOf(layout.header.columns.get(judged.column), row.row),
          message: judged.message,
        });
      if (judged.is === 'no-question')
        warnings.push({ sheet: sheet.name, row: row.row, column: '', message: judged.message });
      if (drafts.length + errors.length > limits.rows) throw tooManyRows();
    }
  }
  return { drafts, errors, warnings, sheets: summaries };
}
