/** Letters in front of the options are removed if they only repeat the column's letter (decisions: the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { cities, line, read } from '#tests/api/question-rows.ts';
import { readQuestionFile } from '../read-question-file.ts';

const lettered = (letters: string, front = '(', behind = ') ') =>
  cities.map((city, at) => `${front}${letters[at]}${behind}${city}`);
const saidOf = (notes: readonly { column: string; row: number; message: string }[]) =>
  notes
    .filter(({ column }) => column === 'OptionOne')
    .map(({ row, message }) => `${row}: ${message}`);

test.each<[string, string[]]>([
  ['(A) Delhi', lettered('ABCD')],
  ['A. Delhi', lettered('ABCD', '', '. ')],
  ['A.Delhi', lettered('ABCD', '', '.')],
  ['(a). Delhi', lettered('abcd', '(', '). ')],
  ['1) Delhi', lettered('1234', '', ') ')],
  ['१) Delhi', lettered('१२३४', '', ') ')],
  ['[B] Delhi', lettered('ABCD', '[', ']')],
  ['(क) Delhi', lettered('कखगघ')],
  ['(अ) Delhi', lettered('अबसद')],
  ['क and अ Delhi', lettered('अबकड', '', ') ')],
  ['(ক) Delhi', lettered('কখগঘ')],
  ['(ii) Delhi', ['(i) Delhi', '(ii) Mumbai', '(iii) Chennai', '(iv) Kolkata']],
  ['A - Delhi', lettered('ABCD', '', ' - ')],
  ['A- Delhi', lettered('ABCD', '', '- ')],
  ['A-Delhi', lettered('ABCD', '', '-')],
  ['Option A: Delhi', lettered('ABCD', 'Option ', ': ')],
  ['विकल्प क) Delhi', lettered('कखगघ', 'विकल्प ', ') ')],
  ['（Ａ）Delhi', lettered('ＡＢＣＤ', '（', '）')],
])('options such as %j lose their letters, however the answer is typed', async (_, options) => {
  const sign = /([\p{L}\p{N}]+)\P{L}*Chennai/u.exec(options[2] ?? '')?.[1] ?? '';
  const answers = [sign, 'Chennai', options[2] ?? '', 'OptionThree'];
  const { rows, errors, warnings } = await read(answers.map((answer) => line({ options, answer })));
  expect(errors).toEqual([]);
  expect(rows.map((row) => [row.options, row.correct])).toEqual(answers.map(() => [cities, 2]));
  expect(warnings).toHaveLength(1);
  expect(saidOf(warnings)).toEqual([
    `0: The options of 4 questions have a letter or number in front, such as "${options[0]}". It was left out, since each option stands in its own column.`,
  ]);
});

test('a person’s initials stay among options without letters, and cause a warning in a file of lettered ones', async () => {
  const people = ['A. P. J. Abdul Kalam', 'Nehru', 'C. V. Raman', 'Bose'];
  const alone = await read([line({ options: people, answer: 'A' }), line({}), line({})]);
  expect(alone.rows[0]?.options).toEqual(people);
  expect(saidOf(alone.warnings)).toEqual([]);
  const labelled = lettered('ABCD', '', '. ');
  const among = await read(
    [people, labelled, labelled].map((options) => line({ options, answer: 'A' })),
  );
  expect(among.rows.map(({ options }) => options)).toEqual([people, cities, cities]);
  expect(saidOf(among.warnings)).toMatchObject([
    expect.stringContaining('0: The options of 2 questions'),
    '2: Not every option has its letter in front here, so they stay as typed. Please check.',
  ]);
});

test('four people with the initials A to D stay, with a warning, if few questions have letters', async () => {
  const people = ['A. P. J. Abdul Kalam', 'B. R. Ambedkar', 'C. V. Raman', 'D. Udaya Kumar'];
  const one = await read([line({ options: people, answer: 'A' })]);
  const three = await read([line({ options: people, answer: 'A' }), line({}), line({})]);
  for (const { rows, warnings } of [one, three]) {
    expect(rows[0]?.options).toEqual(people);
    expect(saidOf(warnings)).toEqual([
      '2: The options have letters or numbers in front, which stay as typed: too few questions of this sheet have them. Please check.',
    ]);
  }
});

test.each([
  [['1.5', '2.5', '3.5', '4.5']],
  [['1:2', '2:3', '3:4', '4:5']],
  [['1 - 2', '2 - 3', '3 - 4', '4 - 5']],
  [['a - b', 'b - c', 'c - d', 'd - a']],
  [['a-b', 'b-c', 'c-d', 'd-a']],
  [['A-level', 'B-level', 'C-level', 'D-level']],
  [['1-2', '2-3', '3-4', '4-5']],
  [['(A) only', '(B) only', '(C) only', '(D) only']],
  [['A', 'B', 'C', 'D']],
  [['B) Delhi', 'A) Mumbai', 'C) Chennai', 'D) Goa']],
  [['a.m.', 'b.c.', 'p.m.', 'a.d.']],
])('options %j stay as they are', async (options) => {
  const { rows } = await read([1, 2, 3].map(() => line({ options, answer: 'OptionTwo' })));
  expect(rows.map((row) => row.options)).toEqual([options, options, options]);
});

test('each of two languages loses its own letters', async () => {
  const english = [
    'Option A (English)',
    'Option B (English)',
    'Option C (English)',
    'Option D (English)',
  ];
  const hindi = english.map((name) => name.replace('English', 'Hindi'));
  const rows = [1, 2].map((at) => [
    ...[`Question ${at}?`, ...lettered('ABCD'), ...lettered('कखगघ'), '(B) Mumbai'],
  ]);
  const outcome = await read(rows, ['Question', ...english, ...hindi, 'Answer']);
  expect(outcome.rows.map(({ options, correct }) => [options, correct])).toEqual([
    [cities, 1],
    [cities, 1],
  ]);
});

describe('options of GIFT and Moodle XML, which have no columns,', () => {
  const gift = (options: readonly string[], right: number, at: number) =>
    `::Q${at}:: Question ${at}? {${options.map((text, place) => `${place === right ? '=' : '~'}${text}`).join(' ')}}`;
  const moodle = (options: readonly string[], right: number, at: number) =>
    `<question type="multichoice"><questiontext format="html"><text>Question ${at}?</text></questiontext>${options
      .map(
        (text, place) =>
          `<answer fraction="${place === right ? 100 : 0}"><text>${text}</text></answer>`,
      )
      .join('')}</question>`;
  const formats = [
    ['q.txt', gift, (questions: string[]) => questions.join('\n\n')],
    ['q.xml', moodle, (questions: string[]) => `<quiz>${questions.join('\n')}</quiz>`],
  ] as const;
  const rowsOf = async (all: (readonly [options: readonly string[], right: number])[]) =>
    await Promise.all(
      formats.map(async ([name, write, whole]) => {
        const written = whole(all.map(([options, right], at) => write(options, right, at)));
        const outcome = await readQuestionFile(Buffer.from(written), name);
        if (!outcome.ok) throw new Error(outcome.message);
        const { rows, errors, warnings } = outcome;
        return {
          rows: [rows.map(({ options, correct }) => [options, correct]), errors],
          said: warnings.flatMap(({ message }) => (/in front/.test(message) ? message : [])),
        };
      }),
    );
  const letters = lettered('ABCD', '', ') ');

  test('lose their letters if two questions and more than half have them, with one warning', async () => {
    const plain = ['A) x', 'y', 'z', 'w'];
    for (const { rows, said } of await rowsOf([
      [letters, 1],
      [lettered('abcd'), 3],
      [plain, 0],
    ])) {
      expect(rows).toEqual([
        [
          [cities, 1],
          [cities, 3],
          [plain, 0],
        ],
        [],
      ]);
      expect(said).toEqual([
        'The options of 2 questions have a letter or number in front, such as "A) Delhi". It was left out, since candidates see letters of ours in front.',
        'Not every option has its letter in front here, so they stay as typed. Please check.',
      ]);
    }
  });

  test('keep their letters if only one question has them, or if they are in another order', async () => {
    const mixed = ['B) x', 'A) y', 'C) z', 'D) w'];
    for (const { rows, said } of await rowsOf([
      [letters, 2],
      [mixed, 1],
      [cities, 0],
    ])) {
      expect(rows).toEqual([
        [
          [letters, 2],
          [mixed, 1],
          [cities, 0],
        ],
        [],
      ]);
      expect(said).toEqual([expect.stringContaining('too few questions')]);
    }
  });
});
