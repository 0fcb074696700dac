// Turns the values of a workbook of any version into cells: the text that Excel shows, and a remark on what plain text can't hold.
import { cleanText } from '../judge/clean-text.ts';
import { type SheetCell, textCell } from '../judge/sheet.ts';
import type { CellStyle, NumberFormat, StyledText } from './styles.ts';

export function wordsCell({ text, marked, font }: StyledText): SheetCell {
  const remark = marked
    ? 'Raised, lowered, bold or struck-out letters became plain text. Please check that it still reads right.'
    : null;
  return { ...textCell(cleanText(text)), remark, font };
}

/** A copy of the cell with the font and strike-through of its style. Cells with the same text share the original, so it never changes. */
export function inStyle(cell: SheetCell, { font, struck }: CellStyle): SheetCell {
  if (!font && !struck) return cell;
  const remark = struck
    ? [cell.remark, 'All of it is struck out in the file. Please check that it is still meant.']
        .filter((said) => said !== null)
        .join(' ')
    : cell.remark;
  return { ...cell, remark, font: cell.font ?? (font?.signs.test(cell.text) ? font.name : null) };
}

export const flagCell = (on: boolean): SheetCell => textCell(on ? 'TRUE' : 'FALSE');

export const errorCell = (text: string): SheetCell => ({ ...textCell(text), kind: 'error' });

export const formulaWithoutValue: SheetCell = {
  ...textCell('#NO-STORED-VALUE!'),
  kind: 'formula-without-value',
};

export const pictureCell: SheetCell = { ...textCell('#PICTURE!'), kind: 'picture' };

export function numberCell(value: number, format: NumberFormat): SheetCell {
  if (!Number.isFinite(value)) return errorCell('#NUM!');
  const shown = format.show(value);
  const text = cleanText(shown ?? String(value));
  if (text === '' && format.isDate) return errorCell('#NUM!'); // not a valid date: Excel fills such a cell with ####
  const isShortened = format.isGeneral && /^-?\d(\.\d+)?E\+\d+$/.test(text);
  const remark =
    shown === null
      ? `The format of this number is not known, so it is read as stored: ${text}.`
      : isShortened
        ? `Excel shows this number as ${text}. If every digit matters, please type it as text.`
        : null;
  const kind = format.isDate ? 'date' : 'number';
  const day = format.isDate ? format.dayOf(value) : null;
  return { ...textCell(text), kind, value, day, remark };
}
