/** The download of the bank can be uploaded again unchanged (decisions.md section 3, GET questions/download). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { buildQuestionsWorkbook } from '#api/services/question-import/build-workbook.ts';
import { cleanText, comparable, isVisible } from '#api/services/question-import/clean-text.ts';
import { contentKey, typeKey } from '#api/services/question-import/content-key.ts';
import { parseQuestionFile } from '#api/services/question-import/parse-question-file.ts';
import { type Question, reservedTypes } from '#api/services/question-import/question-file.ts';
import { readQuestionFile } from '#api/services/question-import/read-question-file.ts';
import {
  writeQuestionsTemplate,
  writeQuestionsWorkbook,
} from '#api/services/question-import/write-questions-workbook.ts';
import { columns, nastyTexts } from '#tests/support/make-hostile-sheets.ts';

function readBack(bytes: Uint8Array) {
  const outcome = readQuestionFile(bytes, 'questions.xlsx');
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
const withoutPlace = <T extends { sheet: string; row: number }>({
  sheet: _,
  row: __,
  ...question
}: T) => question;

/** Texts as the bank holds them: already clean, with something to see. */
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
const question: fc.Arbitrary<Question> = fc.record({
  type: typeText,
  text,
  options: fc
    .uniqueArray(text, { minLength: 4, maxLength: 4, selector: comparable })
    .map(([a = '', b = '', c = '', d = '']): Question['options'] => [a, b, c, d]),
  correct: fc.constantFrom(0, 1, 2, 3),
  weightageHundredths: fc.integer({ min: 1, max: 100_000 }),
  negativeHundredths: fc.integer({ min: 0, max: 100_000 }),
});
/** A bank has one spelling of each type and no question twice. */
const bank = fc.array(question, { minLength: 1, maxLength: 12 }).map((questions) => {
  const spelling = new Map<string, string>();
  const once = new Map<string, Question>();
  for (const each of questions) {
    const type = spelling.get(typeKey(each.type)) ?? each.type;
    spelling.set(typeKey(each.type), type);
    once.set(contentKey({ ...each, type }), { ...each, type });
  }
  return [...once.values()];
});

describe('a downloaded workbook', () => {
  test('gives the same questions when it is uploaded again, whatever their texts', () => {
    fc.assert(
      fc.property(bank, (questions) => {
        const reading = readBack(buildQuestionsWorkbook(questions, 0));
        expect(reading.rows.map(withoutPlace)).toEqual(questions);
        expect([reading.errors, reading.duplicates]).toEqual([[], []]);
      }),
      { numRuns: 150 },
    );
  });

  const sample: Question = {
    type: 'Aptitude',
    text: '=1+1',
    options: ['-5', '+91', '@home', '007'],
    correct: 3,
    weightageHundredths: 150,
    negativeHundredths: 33,
  };

  test('has the nine columns, and only text cells in text format where texts stand', () => {
    const book = XLSX.read(buildQuestionsWorkbook([sample], 0), {
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

  test('names the right option another way where its column name is the text of another option', () => {
    const tricky: Question = {
      ...sample,
      options: ['OptionTwo', 'right', 'OptionThree', 'B'],
      correct: 1,
    };
    const { rows, warnings } = readBack(buildQuestionsWorkbook([tricky], 0));
    expect(rows.map(({ correct }) => correct)).toEqual([1]);
    expect(warnings).toEqual([]);
  });

  test('is written in its own thread from questions that come one by one', async () => {
    async function* cursor() {
      for (let i = 0; i < 1200; i++) yield { ...sample, text: `Question ${i}` };
    }
    const outcome = await parseQuestionFile(
      await writeQuestionsWorkbook(cursor()),
      'questions.xlsx',
    );
    expect(outcome.ok && outcome.rows.map(withoutPlace)).toEqual(
      Array.from({ length: 1200 }, (_, i) => ({ ...sample, text: `Question ${i}` })),
    );
  });

  test('is not written when the questions cannot be had', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first question
    async function* broken(): AsyncGenerator<Question> {
      throw new Error('the database is gone');
    }
    await expect(writeQuestionsWorkbook(broken())).rejects.toThrow('the database is gone');
  });
});

test('the template has the nine columns and empty rows that keep 1/4 and 007 as text', async () => {
  const template = await writeQuestionsTemplate();
  const sheet =
    XLSX.read(template, { sheetStubs: true, cellNF: true, cellStyles: true }).Sheets.Questions ??
    {};
  expect(columns.map((_, at) => sheet[XLSX.utils.encode_cell({ r: 0, c: at })]?.v)).toEqual(
    columns,
  );
  expect(sheet.A2).toMatchObject({ t: 'z', z: '@' });
  expect(readQuestionFile(template, 'template.xlsx')).toMatchObject({
    ok: false,
    code: 'no-questions',
  });
});
