// Values of a workbook, whatever its age, as cells: what Excel shows, and a remark on what text can't carry over.
import { cleanText } from '../judge/clean-text.ts';
import { type Cell, textCell } from '../judge/sheet.ts';
import type { NumberFormat } from './number-formats.ts';

/** @param marked whether some of its letters are raised, lowered, bold or struck out */
export function wordsCell(raw: string, marked: boolean): Cell {
  const remark = marked
    ? 'Raised, lowered, bold or struck-out letters became plain text. Please check that it still reads right.'
    : null;
  return { ...textCell(cleanText(raw)), remark };
}

export const flagCell = (on: boolean): Cell => textCell(on ? 'TRUE' : 'FALSE');

export const errorCell = (text: string): Cell => ({ ...textCell(text), kind: 'error' });

export const formulaWithoutValue: Cell = {
  ...textCell('#NO-STORED-VALUE!'),
  kind: 'formula-without-value',
};

export const pictureCell: Cell = { ...textCell('#PICTURE!'), kind: 'picture' };

export function numberCell(value: number, format: NumberFormat): Cell {
  if (!Number.isFinite(value)) return errorCell('#NUM!');
  const text = cleanText(format.show(value));
  const isShortened = format.isGeneral && /^-?\d(\.\d+)?E\+\d+$/.test(text);
  return {
    text,
    kind: format.isDate ? 'date' : 'number',
    value,
    day: format.isDate ? format.dayOf(value) : null,
    remark: isShortened
      ? `Excel shows this number as ${text}. If every digit matters, please type it as text.`
      : null,
  };
}
