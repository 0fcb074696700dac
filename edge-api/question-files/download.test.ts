/** The download of the bank can be uploaded again unchanged (GET questions/download). */
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { bankSheet, questionSheet, toQuestionRow } from '#api/services/questions/read-questions.ts';
import { streamWorkbook, type WorkbookSheet } from '#api/services/workbook/stream-workbook.ts';
import { columns, nastyTexts } from '#tests/support/make-hostile-sheets.ts';
import { cleanText, isVisible, looks } from './judge/clean-text.ts';
import { contentKey, typeKey } from './judge/item.ts';
import { type FileQuestion, limits, reservedTypes } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const writeQuestions = (...pieces: FileQuestion[][]) => write(bankSheet, pieces);

async function write(sheet: WorkbookSheet, pieces: FileQuestion[][]): Promise<Uint8Array> {
  async function* rows() {
    for (const piece of pieces) yield piece.map(toQuestionRow);
  }
  const bytes: Uint8Array[] = [];
  for await (const piece of streamWorkbook(sheet, rows())) bytes.push(piece);
  return Buffer.concat(bytes);
}

async function readBack(bytes: Uint8Array) {
  const outcome = await readQuestionFile(bytes, 'questions.xlsx');
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
const withoutPlace = <T extends { sheet: string; row: number }>({
  sheet: _,
  row: __,
  ...question
}: T) => question;

/** Texts as the bank holds them: already clean, with something visible. */
const nasty = [
  ...nastyTexts,
  'OptionTwo',
  'Option B',
  'A',
  'b)',
  '4',
  '007',
  '7',
  '0.50',
  '1/2',
  '-5',
  'TRUE',
  '#REF!',
  '_x0041_',
  '_x0041_x0042_',
  '&amp;',
  ']]>',
  '<![CDATA[x]]>',
  'total',
  'Questions',
  'line\nbreak',
  'क्\u200dष',
  '👩\u200d👩\u200d👧',
  '\u202etxet\u202c',
  '½',
  'ＡＢ',
  'a\ufffeb\uffff',
];
const text = fc
  .oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  .map(cleanText)
  .filter(isVisible);
const typeText = text
  .map((value) => value.replace(/\s+/g, ' ').trim())
  .filter(
    (value) =>
      value.length <= 100 &&
      !reservedTypes.some((reserved) => typeKey(reserved) === typeKey(value)),
  );
const question: fc.Arbitrary<FileQuestion> = fc.record({
  type: typeText,
  text,
  options: fc
    .uniqueArray(text, { minLength: 4, maxLength: 4, selector: looks })
    .map(([a = '', b = '', c = '', d = '']): FileQuestion['options'] => [a, b, c, d]),
  correct: fc.constantFrom(0, 1, 2, 3),
  weightageHundredths: fc.integer({ min: 1, max: 100_000 }),
  negativeHundredths: fc.integer({ min: 0, max: 100_000 }),
});
/** A bank has one spelling of each type and no question twice. */
const bank = fc.array(question, { minLength: 1, maxLength: 12 }).map((questions) => {
  const spelling = new Map<string, string>();
  const once = new Map<string, FileQuestion>();
  for (const each of questions) {
    const type = spelling.get(typeKey(each.type)) ?? each.type;
    spelling.set(typeKey(each.type), type);
    once.set(contentKey({ ...each, type }), { ...each, type });
  }
  return [...once.values()];
});

describe('a downloaded workbook', () => {
  test('gives the same questions when it is uploaded again, whatever their texts', async () => {
    await fc.assert(
      fc.asyncProperty(bank, async (questions) => {
        const reading = await readBack(await writeQuestions(questions));
        expect(reading.rows.map(withoutPlace)).toEqual(questions);
        expect([reading.errors, reading.duplicates]).toEqual([[], []]);
      }),
      { numRuns: 150 },
    );
  });

  test('keeps the letters in front of options, which other uploads leave out', async () => {
    const lettered = ['One?', 'Two?', 'Three?'].map(
      (each): FileQuestion => ({
        ...sample,
        text: each,
        options: ['(A) Delhi', '(B) Goa', '(C) Pune', '(D) Agra'],
      }),
    );
    const { rows, warnings } = await readBack(await writeQuestions(lettered));
    expect(rows.map(withoutPlace)).toEqual(lettered);
    expect(warnings.map(({ message }) => message)).toEqual([
      'The options of 3 questions have a letter or number in front, such as "(A) Delhi". They stay as they are, since this file was downloaded from the question bank.',
    ]);
    const typed = await readBack(await write(questionSheet, [lettered]));
    expect(typed.rows.map(({ options }) => options[3])).toEqual(['Agra', 'Agra', 'Agra']);
  });

  test('keeps signs that only right options have, with a warning', async () => {
    const signed = ['One?', 'Two?', 'Three?', 'Four?', 'Five?'].map(
      (each): FileQuestion => ({
        ...sample,
        text: each,
        options: ['Delhi', 'Goa', 'Pune', '*Agra'],
      }),
    );
    const { rows, warnings } = await readBack(await writeQuestions(signed));
    expect(rows.map(withoutPlace)).toEqual(signed);
    expect(warnings.filter(({ message }) => message.includes('sign ("*Agra")'))).toHaveLength(5);
    const typed = await readBack(await write(questionSheet, [signed]));
    expect(typed.rows.map(({ options }) => options[3])).toEqual(signed.map(() => 'Agra'));
  });

  test('has every character of a text, because characters that no workbook can hold are removed when a text comes in', () => {
    expect(cleanText('\ufffea\uffffb\u0000')).toBe('ab');
  });

  const sample: FileQuestion = {
    type: 'Aptitude',
    text: '=1+1',
    options: ['-5', '+91', '@home', '007'],
    correct: 3,
    weightageHundredths: 150,
    negativeHundredths: 33,
  };

  test('has the nine columns, with texts as text cells in text format', async () => {
    const book = XLSX.read(await writeQuestions([sample]), {
      cellFormula: true,
      cellNF: true,
    });
    expect(book.SheetNames).toEqual(['Questions']);
    const cells = 'ABCDEFGHI'
      .split('')
      .map((column): XLSX.CellObject | undefined => book.Sheets.Questions?.[`${column}2`]);
    expect(cells.map((cell) => cell?.v)).toEqual([
      '=1+1',
      '-5',
      '+91',
      '@home',
      '007',
      'OptionFour',
      1.5,
      0.33,
      'Aptitude',
    ]);
    expect(cells.map((cell) => cell?.t).join('')).toBe('ssssssnns');
    expect(
      cells.flatMap((cell) =>
        cell?.t === 's' && (cell.z !== '@' || cell.f !== undefined) ? [cell] : [],
      ),
    ).toEqual([]);
  });

  test('names the right option in another way if its column name is the text of another option', async () => {
    const tricky: FileQuestion = {
      ...sample,
      options: ['OptionTwo', 'right', 'OptionThree', 'B'],
      correct: 1,
    };
    const { rows, warnings } = await readBack(await writeQuestions([tricky]));
    expect(rows.map(({ correct }) => correct)).toEqual([1]);
    expect(warnings).toEqual([]);
  });

  test('stays within the upload’s limits even for the largest bank that uploads allow', async () => {
    const pieces = Array.from({ length: 100 }, (_, piece) =>
      Array.from(
        { length: limits.rows / 100 },
        (_, row): FileQuestion => ({
          ...sample,
          // Random words, as many as the questions of the open banks have on average.
          text: words(piece * 500 + row, 40),
          options: [1, 2, 3, 4].map((n) =>
            words(piece * 500 + row + n * 1e6, 6),
          ) as FileQuestion['options'],
        }),
      ),
    );
    const bytes = await writeQuestions(...pieces);
    expect(bytes.length).toBeLessThan(limits.fileBytes);
    const xml = unzipSync(bytes)['xl/worksheets/sheet1.xml'];
    expect(xml?.length).toBeLessThan(limits.inflatedBytes);
  });
});

/** This many words out of a few thousand, always the same for a seed. */
function words(seed: number, count: number): string {
  let state = seed + 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 5_000).toString(36);
  }).join(' ');
}

test('the template has the nine columns, and keeps 1/4 and 007 typed below them as text', async () => {
  const template = await write(questionSheet, []);
  const sheet = XLSX.read(template).Sheets.Questions ?? {};
  expect(columns.map((_, at) => sheet[XLSX.utils.encode_cell({ r: 0, c: at })]?.v)).toEqual(
    columns,
  );
  const xml = strFromU8(unzipSync(template)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const inTextFormat = [...xml.matchAll(/<col min="(\d)"[^>]* style="1"\/>/g)].map(([, at]) => at);
  expect(inTextFormat).toEqual(['1', '2', '3', '4', '5', '6', '9']);
  expect(await readQuestionFile(template, 'template.xlsx')).toMatchObject({
    ok: false,
    code: 'no-questions',
  });
});

test('a question that gives away its answer, as a person has written it, comes back unchanged', async () => {
  const question: FileQuestion = {
    ...{ type: 'GK', text: 'Which?\nAnswer: B', correct: 1 },
    options: ['Delhi', 'Mumbai ✓', 'Pune', 'Goa'],
    ...{ weightageHundredths: 100, negativeHundredths: 0 },
  };
  const { rows, errors } = await readBack(await writeQuestions([question]));
  expect([rows.map(withoutPlace), errors]).toEqual([[question], []]);
});
