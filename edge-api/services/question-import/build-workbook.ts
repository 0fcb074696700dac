// The bank as a workbook that uploads again unchanged. Every text is a text cell in text format, so that
// nothing in it is ever a formula, not even after someone edits the cell.
import { unzipSync, zipSync } from 'fflate';
import * as XLSX from 'xlsx';
import { optionNames } from '#contract/values.ts';
import { fields, type Question } from './question-file.ts';
import { readAnswer } from './resolve-answer.ts';
import { textCell } from './sheet.ts';

const letters = ['A', 'B', 'C', 'D'] as const;
const textFormat = '@';

/** Excel reads _x0041_ inside a text as the letter A unless its first sign is written as _x005F_. */
function text(value: string): XLSX.CellObject {
  return { t: 's', v: value.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'), z: textFormat };
}

const number = (hundredths: number): XLSX.CellObject => ({ t: 'n', v: hundredths / 100 });

/** The option's name, or another way to say it where an option's own text happens to be that name. */
function correctAnswer({ options, correct }: Question): string {
  const cells = options.map(textCell);
  const ways = [
    optionNames[correct],
    options[correct],
    letters[correct],
    `${correct + 1}`,
    `(${letters[correct]})`,
    `(${correct + 1})`,
    `Option ${letters[correct]}`,
    `Option ${correct + 1}`,
  ];
  const clear = ways.find((way) => {
    const { text: asText, place } = readAnswer(textCell(way), cells);
    return (
      (asText !== null || place !== null) &&
      (asText?.at ?? correct) === correct &&
      (place?.at ?? correct) === correct
    );
  });
  return clear ?? optionNames[correct];
}

function toRow(question: Question): XLSX.CellObject[] {
  return [
    text(question.text),
    ...question.options.map(text),
    text(correctAnswer(question)),
    number(question.weightageHundredths),
    number(question.negativeHundredths),
    text(question.type),
  ];
}

/** `spareRows` empty rows below are in text format too, so that 1/4 or 007 typed there stays what it is. */
export function buildQuestionsWorkbook(
  questions: readonly Question[],
  spareRows: number,
): Uint8Array {
  const spare = fields.map(
    (field): XLSX.CellObject =>
      field === 'Weightage' || field === 'Negative'
        ? { t: 'z', z: 'General' }
        : { t: 'z', z: textFormat },
  );
  const rows = [
    fields.map(text),
    ...questions.map(toRow),
    ...Array.from({ length: spareRows }, () => spare),
  ];
  const lastCell = XLSX.utils.encode_cell({ r: rows.length - 1, c: fields.length - 1 });
  const sheet: XLSX.WorkSheet = {
    '!data': rows,
    '!ref': `A1:${lastCell}`,
    '!cols': [
      { wch: 60 },
      ...optionNames.map(() => ({ wch: 20 })),
      { wch: 15 },
      { wch: 10 },
      { wch: 10 },
      { wch: 18 },
    ],
  };
  const book = XLSX.utils.book_new(sheet, 'Questions');
  const bytes: unknown = XLSX.write(book, { type: 'array', bookType: 'xlsx', bookSST: true });
  if (!(bytes instanceof ArrayBuffer)) throw new Error('The workbook could not be written.');
  // The library's own packing leaves twice the size, and a full bank must fit the upload's limit.
  return zipSync(unzipSync(new Uint8Array(bytes)), { level: 6 });
}
