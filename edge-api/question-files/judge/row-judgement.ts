// What the rows of a sheet are judged by, and what comes of each.

import type { OptionIndex, Options, QuestionField } from '../question-file.ts';
import type { Header } from './map-header.ts';
import type { AnswerReadings } from './resolve-answer.ts';
import type { DownMerge, Row, SheetCell } from './sheet.ts';

export type Remark = { column: QuestionField; message: string };

/** A question but for its answer, which the whole file decides. */
export type Draft = {
  row: number;
  /** Its name, where the number of its row is that of others too. */
  called?: string | undefined;
  /** Of a download of the bank, which stays as it is. */
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

/** How the rows of one sheet are read: where the columns are, and the Type where there is no such column. */
export type Layout = {
  header: Header;
  /** The first row of the merged cells that a place in a column belongs to, if it does. */
  mergedFrom(column: number, row: number): number | undefined;
  rowsByNumber: ReadonlyMap<number, Row>;
  /** Whether it is a download of the bank, whose texts a person has seen. */
  isOwn: boolean;
  sheetType: string | null;
  /** The place of the letter क, the first of क ख ग घ and the third of अ ब क ड; null where the sheet doesn't tell. */
  ka: OptionIndex | null;
  /** The columns that tell answers, too. */
  otherAnswers: readonly number[];
  /** Whether its numbers are counted from 0: perhaps, where an answer is 0 and none is 4; surely, where all are 0 to 3. */
  countsFromZero: 'surely' | 'perhaps' | 'no';
  /** The last row that has a question or most of its options: what stands alone below it is a signature or the like. */
  lastRow: number;
  /** In text files a value beyond the last column name says that the others have moved. */
  rowsEndAtHeader: boolean;
};

/** Finds in logarithmic time what a file of fifty thousand rows merged in pairs asks for each of them. */
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
    let high = own.length; // of those that begin above this row, the last one is before `high`
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.firstRow ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    const merge = own[low - 1];
    return merge && row <= merge.lastRow ? merge.firstRow : undefined;
  };
}
