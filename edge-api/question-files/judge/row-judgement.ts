// The layout by which the rows of a sheet are judged, and the result for a row.

import type { OptionIndex, Options, QuestionField } from '../question-file.ts';
import type { Header } from './map-header.ts';
import type { AnswerReadings } from './resolve-answer.ts';
import type { DownMerge, Row, SheetCell } from './sheet.ts';

export type Remark = { column: QuestionField; message: string };

/** A question whose answer is still to be chosen, which takes the whole file. */
export type Draft = {
  row: number;
  /** The question's name or text, which notes give when the row number doesn't identify it. */
  called?: string | undefined;
  /** Whether the question is from a download of the bank, so that its texts stay as they are. */
  isOwn: boolean;
  type: string;
  text: string;
  options: Options;
  answer: SheetCell;
  readings: AnswerReadings;
  weightageHundredths: number;
  negativeHundredths: number;
  remarks: Remark[];
};

export type RowJudgement =
  | { is: 'draft'; draft: Draft }
  | { is: 'refused'; column: QuestionField; message: string }
  | { is: 'no-question'; message: string }
  | { is: 'nothing' };

/** How the rows of one sheet are read. `sheetType` is the Type of all questions when there is no such column. */
export type Layout = {
  header: Header;
  /** The first row of the merged cells that this cell is part of; undefined when it isn't merged or is the first of them. */
  mergedFrom(column: number, row: number): number | undefined;
  rowsByNumber: ReadonlyMap<number, Row>;
  /** Whether the sheet is a download of the bank, whose texts a person has already checked. */
  isOwn: boolean;
  sheetType: string | null;
  /** The place of the letter क, the first of क ख ग घ and the third of अ ब क ड; null where the sheet doesn't tell. */
  ka: OptionIndex | null;
  /** Further columns of answers, which must name the same option. */
  otherAnswers: readonly number[];
  /** Whether answers are counted from 0: `perhaps` when one is 0 and none is 4, `surely` when also all are 0 to 3, `no` otherwise. */
  countsFromZero: 'surely' | 'perhaps' | 'no';
  /** The last row with at least two parts of a question. A single text below it is a signature or the like. */
  lastRow: number;
  /** True in text files, where a value to the right of the last column name means that the row's values have moved. */
  rowsEndAtHeader: boolean;
};

/** Looks up merged cells in logarithmic time, because a file may have 50,000 rows merged in pairs and needs a lookup for each row. */
export function mergedFrom(merges: readonly DownMerge[]): Layout['mergedFrom'] {
  const byColumn = new Map<number, DownMerge[]>();
  for (const merge of merges) {
    const own = byColumn.get(merge.column);
    if (own) own.push(merge);
    else byColumn.set(merge.column, [merge]);
  }
  for (const own of byColumn.values()) own.sort((a, b) => a.firstRow - b.firstRow);
  return (column, row) => {
    const own = byColumn.get(column) ?? [];
    let low = 0;
    let high = own.length; // the last merge that begins above this row is before `high`
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.firstRow ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    const merge = own[low - 1];
    return merge && row <= merge.lastRow ? merge.firstRow : undefined;
  };
}
