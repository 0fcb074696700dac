/** Answers in a separate key are read if numbers tell which question each belongs to (the decisions are in the fixtures' README). */
import { expect, test } from 'vitest';
import { readSheets } from '#tests/api/question-rows.ts';
import type { BookCell, BookSheet } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

const letters = 'BADCAB';
const numbers = [1, 2, 3, 4, 5, 6];
const heading: BookCell[] = ['S.No', 'Question', 'A', 'B', 'C', 'D'];
const question = (number: number): BookCell[] => [
  number,
  `What is ${number} × 7?`,
  ...[0, 1, 2, 3].map((at) => `about ${number * 7 + at}`),
];
const questions = numbers.map(question);
const answerTo = (number: number) => letters[number - 1] ?? '';
const table: BookCell[][] = [['Q.No', 'Answer'], ...numbers.map((at) => [at, answerTo(at)])];
const paper = (...below: BookCell[][]): BookSheet => ({
  name: 'Paper',
  rows: [heading, ...questions, ...below],
});
/** The questions with more cells to their right, after an empty column. */
const withRight = (...right: BookCell[][]): BookSheet => ({
  name: 'Paper',
  rows: [heading, ...questions].map((row, at) => [...row, null, ...(right[at] ?? [])]),
});
const keySheet = (rows: BookCell[][], more: Partial<BookSheet> = {}): BookSheet => ({
  ...{ name: 'Key', rows, ...more },
});

/** The letters of the answers in the order of the rows, and the notes about the answers. */
async function answersOf(sheets: BookSheet[]) {
  const outcome = await readSheets(sheets);
  if (!outcome.ok) return outcome.message;
  const said = [...outcome.errors, ...outcome.warnings].map(({ message }) => message);
  return {
    letters: outcome.rows.map(({ correct }) => 'ABCD'[correct]).join(''),
    said: said.filter((message) => !/There is no column|no row with the column/.test(message)),
  };
}

const onSheet = 'the answer key in sheet "Key"';
const below = (row: number) => `the answer key below them (row ${row})`;
const right = 'the answer key right of them (column H)';

test.each<[string, BookSheet[], string]>([
  ['in a table on a sheet', [paper(), keySheet(table)], onSheet],
  ['on a sheet before them', [keySheet(table), paper()], onSheet],
  [
    'in two blocks side by side',
    [
      paper(),
      keySheet([
        ['ANSWER KEY'],
        ['Q. No.', 'Ans', 'Q. No.', 'Ans'],
        ...[1, 2, 3].map((at) => [at, answerTo(at), at + 3, `(${answerTo(at + 3).toLowerCase()})`]),
      ]),
    ],
    onSheet,
  ],
  [
    'in rows below rows of numbers',
    [
      paper(),
      keySheet([
        ['Q.No', 1, 2, 3],
        ['Ans', 'B', 'A', 'D'],
        ['Q.No', 4, 5, 6],
        ['Ans', 'C', 'A', 'B'],
      ]),
    ],
    onSheet,
  ],
  ['in columns without headings', [paper(), keySheet(table.slice(1))], onSheet],
  [
    'by number',
    [paper(), keySheet(numbers.map((at) => [at, 'ABCD'.indexOf(answerTo(at)) + 1]))],
    onSheet,
  ],
  [
    'by text',
    [
      paper(),
      keySheet([
        ['Q.No', 'Correct Answer', 'Why'],
        ...numbers.map((at): BookCell[] => [
          at,
          question(at)[2 + 'ABCD'.indexOf(answerTo(at))] ?? '',
          'so',
        ]),
      ]),
    ],
    onSheet,
  ],
  ['in one cell', [paper(), keySheet([['Answer Key: 1-B, 2-A, 3-D, 4-C, 5-A, 6-B']])], onSheet],
  [
    'in a cell below them',
    [paper([null, 'Ans. Key: 1. (b) 2. (a) 3. (d) 4. (c) 5. (a) 6. (b)'])],
    below(8),
  ],
  [
    'in a grid below them',
    [paper([], ['Answers'], ['1-B', '2-A', '3-D', '4-C', '5-A'], ['6-B'])],
    below(9),
  ],
  ['in a grid without a title', [paper(['1)B', '2)A', '3)D', '4)C', '5)A', '6)B'])], below(8)],
  ['in a table below them', [paper([], ...table)], below(9)],
  ['below a row of numbers', [paper([], numbers, [...letters.toLowerCase()])], below(9)],
  [
    'in a table right of them',
    [withRight(['Q.No', 'Answer'], ...numbers.map((at) => [7 - at, answerTo(7 - at)]))],
    right,
  ],
  [
    'right of them, a row lower',
    [
      {
        ...withRight(['Answer Key'], ['Q.No', 'Ans'], ...numbers.map((at) => [at, answerTo(at)])),
        rows: [
          ...withRight(['Answer Key'], ['Q.No', 'Ans'], ...numbers.map((at) => [at, answerTo(at)]))
            .rows,
          [null, null, null, null, null, null, null, 6, 'B'],
        ],
      },
    ],
    right,
  ],
  [
    'right of them in two blocks',
    [
      withRight(
        ['Q.No', 'Answer', 'Q.No', 'Answer'],
        ...[1, 2, 3].map((at) => [at, answerTo(at), at + 3, answerTo(at + 3)]),
      ),
    ],
    right,
  ],
  [
    'where a column for them is empty',
    [{ name: 'Paper', rows: [[...heading, 'Answer'], ...questions] }, keySheet(table)],
    onSheet,
  ],
  [
    'of questions numbered in their texts, in another order',
    [
      {
        name: 'Paper',
        rows: [
          heading.slice(1),
          ...questions.map(([at, text, ...options]) => [`Q${at}. ${text}`, ...options]),
        ],
      },
      keySheet([...table].reverse().slice(0, -1)),
    ],
    onSheet,
  ],
])('answers are read %s', async (_, sheets, place) => {
  expect(await answersOf(sheets)).toEqual({
    letters,
    said: [
      `The answers are read from ${place}, by the numbers of the questions. Please check some of them.`,
    ],
  });
});

test('questions without numbers are counted, if the key has as many answers', async () => {
  const bare = [heading, ...questions].map((row) => row.slice(1));
  expect(await answersOf([{ name: 'Paper', rows: bare }, keySheet(table)])).toMatchObject({
    letters,
    said: [expect.stringContaining('in the order of the questions')],
  });
  expect(await answersOf([{ name: 'Paper', rows: bare }, keySheet(table.slice(0, 5))])).toContain(
    'the questions are not numbered one by one, and there are 6 of them and 4 answers (none for 5, 6)',
  );
  // A question may be missing, so it isn't clear which questions the answers after it belong to.
  const fewer = [{ name: 'Paper', rows: bare.slice(0, 6) }, keySheet(table)];
  expect(await answersOf(fewer)).toContain(
    'the questions are not numbered one by one, and there are 5 of them and 6 answers.',
  );
});

test('a key is not used when a question has no number, or two have the same', async () => {
  const [first = [], ...others] = questions;
  const unnumbered = { name: 'Paper', rows: [heading, [null, ...first.slice(1)], ...others] };
  const more = [...table, [7, 'A']];
  expect(await answersOf([unnumbered, keySheet(more)])).toContain('not numbered one by one');
  const twice = { name: 'Paper', rows: [heading, [2, ...first.slice(1)], ...others] };
  expect(await answersOf([twice, keySheet(more)])).toContain('not numbered one by one');
});

test('answers beside numbers of their own belong to those numbers, not to their rows', async () => {
  const rows = [4, 2, 6, 1, 3, 5].map((beside, at) => [
    ...question(at + 1),
    ...[beside, answerTo(beside)],
  ]);
  const sheet = { name: 'Paper', rows: [[...heading, 'Q.No', 'Answer'], ...rows] };
  expect(await answersOf([sheet])).toMatchObject({ letters });
  // If the numbers are the same as the questions', the answers belong to their rows.
  const same = questions.map((row, at) => [...row, at + 1, answerTo(at + 1)]);
  expect(
    await answersOf([{ name: 'Paper', rows: [[...heading, 'Q.No', 'Answer'], ...same] }]),
  ).toEqual({ letters, said: [] });
});

test('one key may count on over several sheets, or each sheet may have its own key', async () => {
  const rows = (from: number, ...more: BookCell[][]) => [
    heading,
    ...questions.slice(from, from + 3),
    ...more,
  ];
  const counted = [{ name: 'One', rows: rows(0) }, { name: 'Two', rows: rows(3) }, keySheet(table)];
  expect(await answersOf(counted)).toMatchObject({ letters });
  const own = [
    { name: 'One', rows: rows(0, ['Answers'], ['1-B 2-A 3-D']) },
    { name: 'Two', rows: rows(3, ['Answers'], ['4-C 5-A 6-B']) },
  ];
  expect(await answersOf(own)).toMatchObject({ letters });
});

test('a question for which the key has no answer is refused and named', async () => {
  const { letters: read, said } = Object(
    await answersOf([paper(), keySheet([...table.slice(0, 5), [9, 'A']])]),
  );
  expect([read, said]).toEqual([
    letters.slice(0, 4),
    [
      'CorrectAnswer is empty.',
      'CorrectAnswer is empty.',
      expect.stringContaining(
        'It has no answer for 5, 6. It also has answers for 9, which no question has.',
      ),
    ],
  ]);
  const outcome = await readSheets([paper(), keySheet(table.slice(0, 5))]);
  expect(outcome).toMatchObject({
    errors: [
      { sheet: 'Paper', row: 6 },
      { sheet: 'Paper', row: 7 },
    ],
  });
  expect(outcome.ok && outcome.errors.some((error) => 'cell' in error)).toBe(false);
});

test.each<[string, BookSheet[]]>([
  ['it is hidden', [paper(), keySheet(table, { hidden: true })]],
  ['it has more than one answer for question 2', [paper(), keySheet([...table, [2, 'C']])]],
  [
    'row 1 ("Q.No | Set A | Set B") is not',
    [paper(), keySheet([['Q.No', 'Set A', 'Set B'], ...numbers.map((at) => [at, 'A', 'B'])])],
  ],
  [
    'its cell A1 is a date (02-01-2023)',
    [paper(), keySheet([[{ xml: '<c r="{ref}" s="2"><v>44928</v></c>' }, '2-A', '3-B', '4-C']])],
  ],
  [
    'none of its numbers is that of a question',
    [
      paper(),
      keySheet([
        [101, 'A'],
        [102, 'B'],
      ]),
    ],
  ],
  [
    'more than one question has the same number',
    [paper(), { ...paper(), name: 'Again' }, keySheet(table)],
  ],
  ['sheet "Other" is one, too', [paper(), keySheet(table), { name: 'Other', rows: table }]],
])('a key is refused if %s', async (why, sheets) => {
  const said = await answersOf(sheets);
  expect(said).toContain('Sheet "Paper" has no answers beside its questions.');
  expect(said).toContain(why);
});

test('answers beside the questions count, whatever else looks like a key', async () => {
  const beside = [[...heading, 'Answer'], ...questions.map((row) => [...row, 'A'])];
  const outcome = await answersOf([{ name: 'Paper', rows: beside }, keySheet(table)]);
  expect(outcome).toEqual({ letters: 'AAAAAA', said: [] });
  const same = withRight(['Q.No', 'Answer'], ...numbers.map((at) => [at, answerTo(at)]));
  expect(await answersOf([same])).toMatchObject({ letters });
});

test.each<[string, BookCell[][]]>([
  ['instructions', [['Instructions'], ['1. Read all'], ['2. Answer 3']]],
  ['how many answered right', [['Q.No', 'Correct', 'Wrong'], ...numbers.map((at) => [at, 3, 40])]],
  ['shares', [['Q.No', '% correct'], ...numbers.map((at) => [at, at])]],
])('a sheet of %s is not a key', async (_, rows) => {
  expect(await answersOf([paper(), keySheet(rows)])).not.toHaveProperty('letters');
});

test('a CSV file may have a key below or to the right of its questions', async () => {
  for (const { rows } of [
    paper(['Answer Key'], ['1-B', '2-A', '3-D', '4-C', '5-A', '6-B', '']),
    withRight(
      ['Q.No', 'Answer', 'Q.No', 'Answer'],
      ...[1, 2, 3].map((at) => [at, answerTo(at), at + 3, answerTo(at + 3)]),
    ),
  ]) {
    const text = rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\r\n');
    const outcome = await readQuestionFile(Buffer.from(text), 'paper.csv');
    expect(outcome.ok && outcome.rows.map(({ correct }) => 'ABCD'[correct]).join('')).toBe(letters);
  }
});

// Sections whose numbers begin at 1 again.

const sectioned = (...lines: BookCell[]): BookSheet => {
  const [one = 'Section A: Reasoning', two = 'Section B: English'] = lines;
  const again = (at: number) => question(at).with(1, `What is ${at} × 9?`);
  const parts = [[one], ...[1, 2].map(question), [two], ...[1, 2, 3].map(again)];
  return { name: 'Paper', rows: [heading, ...parts] };
};
const bySection = 'by the numbers of the questions in each section';
const inSections: BookCell[][] = [
  ['Section A'],
  ['1-B', '2-A'],
  ['SECTION B'],
  ['1-D', '2-C', '3-A'],
];

test.each<[string, BookCell[][]]>([
  ['below the names of the sections', inSections],
  ['by their names, in whatever order', [...inSections.slice(2), ...inSections.slice(0, 2)]],
  [
    'below lines that name none of them',
    [['Reasoning'], ['1-B 2-A'], ['English'], ['1-D 2-C 3-A']],
  ],
  [
    'in a table below each name',
    [
      ['Part I'],
      ...[
        ['Q.No', 'Answer'],
        [1, 'B'],
        [2, 'A'],
      ],
      ['Part II'],
      ...[
        ['Q.No', 'Answer'],
        [1, 'D'],
        [2, 'C'],
        [3, 'A'],
      ],
    ],
  ],
  [
    'in a table that names the section of each',
    [
      ['Section', 'Q.No', 'Answer'],
      ['Section B', 1, 'D'],
      [null, 2, 'C'],
      [null, 3, 'A'],
      ['Section A', 1, 'B'],
      [null, 2, 'A'],
    ],
  ],
])('answers of sections that count from 1 again are read %s', async (_, key) => {
  const outcome = await answersOf([sectioned(), keySheet(key)]);
  expect(outcome).toMatchObject({ letters: 'BADCA' });
  expect(Object(outcome).said[0]).toContain(`read from ${onSheet}, ${bySection}. Please`);
  const { rows } = sectioned();
  const below = await answersOf([{ name: 'Paper', rows: [...rows, ['Answer Key'], ...key] }]);
  expect(below).toMatchObject({ letters: 'BADCA' });
});

test('each sheet may be a section of the key, found by its name', async () => {
  const rows = (by: number) => [1, 2].map((at) => question(at).with(1, `What is ${at} × ${by}?`));
  const sheets = [
    { name: 'Reasoning', rows: [heading, ...rows(7)] },
    { name: 'English', rows: [heading, ...rows(9)] },
    keySheet([['English'], ['1-D 2-C'], ['Reasoning'], ['1-B 2-A']]),
  ];
  expect(await answersOf(sheets)).toMatchObject({ letters: 'BADC' });
});

test.each<[string, BookSheet, BookCell[][]]>([
  ['it counts anew 2 times, and the numbers of the questions 1 time', paper(), inSections],
  [
    'it counts anew 3 times, and the numbers of the questions 2 times',
    sectioned(),
    [...inSections, ['Section C'], ['1-A']],
  ],
  [
    'its sections and those of the questions have different names',
    sectioned('Section A', 'Section C'),
    inSections,
  ],
  ['it has more than one answer for question 1', sectioned(), [['1-B 2-A'], ['1-D 2-C 3-A']]],
  [
    'it is a key for several sets of the paper ("SET A")',
    sectioned(),
    [['SET A'], ['1-B 2-A'], ['SET B'], ['1-D 2-C 3-A']],
  ],
])('a key with sections is refused if %s', async (why, questions_, key) => {
  expect(await answersOf([questions_, keySheet(key)])).toContain(why);
});

test('a question for which a section of the key has no answer is named with its section', async () => {
  const key = [...inSections.slice(0, 3), ['1-D 2-C']];
  const { letters: read, said } = Object(await answersOf([sectioned(), keySheet(key)]));
  expect(read).toBe('BADC');
  expect(said).toContainEqual(expect.stringContaining('It has no answer for 3 of section 2.'));
});

// Typed text with all answers at the end.

const typed = (sign: (at: number) => string) =>
  numbers
    .map(
      (number) =>
        `${number}. What is ${number}?\n${[0, 1, 2, 3].map((at) => `${sign(at)} ${number}${at}`).join('\n')}\n\n`,
    )
    .join('');

test.each<[string, string]>([
  ['A)', `${typed((at) => `${'ABCD'[at]})`)}Answer Key\n1. B\n2. A\n3. D\n4. C\n5. A\n6. B`],
  ['(1)', `${typed((at) => `(${at + 1})`)}ANSWERS: 1-(2), 2-(1), 3-(4), 4-(3), 5-(1), 6-(2)`],
  ['1)', `${typed((at) => `${at + 1})`)}Ans: 1-2 2-1 3-4 4-3 5-1 6-2`],
  ['(क)', `${typed((at) => `(${'कखगघ'[at]})`)}उत्तर कुंजी\n1-ख 2-क 3-घ\n4-ग 5-क 6-ख`],
  [
    'statements and (a)',
    typed((at) => `(${'abcd'[at]})`).replace('What is 1?', 'Consider\n1. first\n2. second') +
      '1-b 2-a 3-d 4-c 5-a 6-b',
  ],
])('typed questions with options %s are answered by a key at the end', async (_, text) => {
  const outcome = await readQuestionFile(Buffer.from(text), 'paper.txt');
  expect(outcome).toMatchObject({ ok: true, format: 'aiken', errors: [] });
  expect(outcome.ok && outcome.rows.map(({ correct }) => 'ABCD'[correct]).join('')).toBe(letters);
  const sheet = {
    name: 'Typed',
    rows: text.split('\n').map((line) => (line === '' ? [] : [line])),
  };
  expect(await answersOf([sheet])).toMatchObject({ letters });
});

test('a key at the end that names a question twice, or an unknown question, answers none', async () => {
  const text = typed((at) => `${'ABCD'[at]})`);
  for (const key of ['1-B 2-A 3-D 4-C 5-A 6-B 2-C', '1-B 2-A 3-D 4-C 5-A 6-B 7-C'])
    expect(
      await readQuestionFile(Buffer.from(`${text}Answers: ${key}`), 'paper.txt'),
    ).toMatchObject({ ok: false });
});

const section = (name: string, count: number) =>
  [
    name,
    ...numbers
      .slice(0, count)
      .map((at) => `${at}. ${name} ${at}?\nA) ${at}0\nB) ${at}1\nC) ${at}2\nD) ${at}3\n`),
  ].join('\n');
const twoSections = `${section('Section A', 2)}\n${section('Section B', 3)}`;
const answersTyped = async (text: string) => {
  const outcome = await readQuestionFile(Buffer.from(text), 'paper.txt');
  return outcome.ok
    ? outcome.rows.map(({ text: asked, correct }) => `${asked.at(-2)}${'ABCD'[correct]}`).join(' ')
    : outcome.code;
};

test.each([
  ['Section A\n1. B 2. A\nSection B\n1. D 2. C 3. A', '1B 2A 1D 2C 3A'],
  ['Section B\n1. D 2. C 3. A\nSection A\n1. B 2. A', '1B 2A 1D 2C 3A'],
  ['I\n1-B 2-A\nII\n1-D 2-C 3-A', '1B 2A 1D 2C 3A'],
  ['Section B\n1. D 2. C 3. A\nSection C\n1. B 2. A', 'wrong-kind'],
  ['1. B 2. A 1. D 2. C 3. A', 'wrong-kind'],
  ['1. B 2. A', 'wrong-kind'],
  ['Set A\n1. B 2. A\nSet B\n1. D 2. C 3. A', 'wrong-kind'],
])('typed sections that count from 1 again are answered by %j as %j', async (key, said) => {
  expect(await answersTyped(`${twoSections}\nAnswer Key\n${key}`)).toBe(said);
});

test.each([
  ['1. B 2. A', '1B 2A'],
  ['1. B 3. A', '1B 3A'],
  ['2. B 3. A', '2B 3A'],
])(
  'a typed question that is missing from the key %j gets no answer, and never another question’s',
  async (key, said) => {
    expect(await answersTyped(`${section('Q', 3)}\nAnswer Key\n${key}`)).toBe(said);
  },
);
