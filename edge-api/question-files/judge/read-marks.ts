// Reads Weightage and Negative as whole hundredths of a mark, or says why it can't.

import { limits } from '../question-file.ts';
import { foldDigits, shortened } from './clean-text.ts';
import type { SheetCell } from './sheet.ts';

export type Marks = { hundredths: number; warning: string | null } | { problem: string };

/** Superscript and subscript digits and fractions, which would become ordinary digits when the text is normalised. */
const raised = /[\u00b2\u00b3\u00b9\u2070-\u2089]/;
const halves = /[\u00bc-\u00be\u2150-\u215e\u2189]/g;

/** In characters. No number of marks is longer. */
const longestNumber = 40;

function textToNumber(text: string): number | null {
  if (text.length > longestNumber || raised.test(text)) return null; // 10\u00b2 is not 102
  const typed = foldDigits(text.replace(halves, ' $&')) // 1\u00bd is not 11/2
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^([+-]) /, '$1')
    .replace(/ ?(?:marks?|mark\(s\)|points?|m)(?: each)?$/i, '');
  const fraction = /^([+-]?)(?:(\d{1,4}) )?(\d{1,4}) ?[/\u2044] ?(\d{1,4})$/.exec(typed);
  if (fraction) {
    const [, sign, whole = '0', part, of] = fraction;
    const value = Number(whole) + Number(part) / Number(of);
    return Number(of) === 0 ? null : sign === '-' ? -value : value;
  }
  if (/^[+-]?\d+,\d{3}$/.test(typed)) return null; // 1,000 is a thousand to some and one to others
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(typed) ? Number(typed.replace(',', '.')) : null;
}

function readNumber(name: string, cell: SheetCell): number | string {
  const shown = shortened(cell.text);
  if (cell.kind === 'date')
    return `${name} is a date (${shown}). Please type it as a number such as 0.25.`;
  if (cell.text.includes('%'))
    return `${name} is a percentage (${shown}). Please type marks, such as 0.25.`;
  const number = cell.kind === 'number' ? cell.value : textToNumber(cell.text);
  if (number === null) return `${name} "${shown}" is not a number.`;
  if (Math.abs(number) > limits.marks) return `${name} ${shown} is more than ${limits.marks}.`;
  return number;
}

function toHundredths(name: string, cell: SheetCell, number: number, ...remarks: string[]): Marks {
  const hundredths = Math.round(number * 100);
  if (Math.abs(hundredths - number * 100) > 1e-6)
    remarks.push(`${name} ${cell.text} is read as ${hundredths / 100}.`);
  else if (/[/\u2044\u00bc-\u00be\u2150-\u215e\u2189]/.test(cell.text))
    remarks.push(`${name} ${cell.text} is read as ${hundredths / 100}.`);
  return { hundredths, warning: remarks.length > 0 ? remarks.join(' ') : null };
}

/** Never below 0; one mark when the cell is empty. 0 takes a question out of the score (docs/decisions/019). */
export function readWeightage(cell: SheetCell | undefined): Marks {
  if (!cell) return { hundredths: 100, warning: 'Weightage is empty, so 1 is used.' };
  const number = readNumber('Weightage', cell);
  if (typeof number === 'string') return { problem: number };
  if (number < 0) return { problem: `Weightage ${cell.text} is less than 0.` };
  const remarks = number === 0 ? ['Weightage is 0: a right answer adds nothing.'] : [];
  return toHundredths('Weightage', cell, number, ...remarks);
}

/** The ways in which people write that a wrong answer costs nothing. */
const nothing =
  /^(?:nil|none|no|zero|null|n\.? ?[/.]? ?a\.?|not applicable|no negative|शून्य|नहीं|[-–—−]+)$/i;

/**
 * Never below 0, because the sign is ignored; 0 when the cell is empty.
 * @param of the Weightage in hundredths, if the column holds percentages of it; null if the column holds marks
 */
export function readNegative(cell: SheetCell | undefined, of: number | null): Marks {
  if (!cell) return { hundredths: 0, warning: 'Negative is empty, so 0 is used.' };
  if (cell.text.length <= longestNumber && nothing.test(cell.text))
    return { hundredths: 0, warning: `Negative "${cell.text}" is read as 0.` };
  if (of !== null) return readShare(cell, of);
  const inBrackets = /^\(([^()]*)\)$/.exec(cell.text)?.[1]; // how accountants write -0.25
  const number = readNumber('Negative', inBrackets ? { ...cell, text: inBrackets } : cell);
  if (typeof number === 'string') return { problem: number };
  const remarks =
    number < 0 || inBrackets ? [`Negative ${cell.text} is read without its sign.`] : [];
  return toHundredths('Negative', cell, Math.abs(number), ...remarks);
}

/** A share of the marks: 25, 25 % and a cell that Excel shows as 25% are a quarter of them. */
function readShare(cell: SheetCell, of: number): Marks {
  const isShown = cell.kind === 'number' && cell.text.endsWith('%');
  const number =
    isShown && cell.value !== null
      ? cell.value * 100
      : readNumber('Negative', { ...cell, text: cell.text.replace(/ ?%$/, '') });
  if (typeof number === 'string') return { problem: number };
  const percent = Math.abs(number);
  if (percent > 0 && percent < 1)
    return {
      problem: `Negative ${cell.text} stands in a column of percentages, but looks like marks. Please write 25 for a quarter of the marks.`,
    };
  const hundredths = Math.round((of * percent) / 100);
  return {
    hundredths,
    warning: `Negative ${percent}% of ${of / 100} is read as ${hundredths / 100}.`,
  };
}
