/** Questions copied from web pages, chat programs, test banks and Markdown, with the signs and words that these put around options and answers. */
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '../read-question-file.ts';

async function read(lines: readonly string[]) {
  const outcome = await readQuestionFile(new TextEncoder().encode(lines.join('\n')), 'paper.txt');
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}: ${outcome.message}`);
  const { rows, errors, warnings } = outcome;
  return { rows, errors, said: warnings.map(({ message }) => message) };
}

const options = ['one', 'two', 'three', 'four'];
const typed = options.map((option, at) => `${'ABCD'[at]}) ${option}`);
const both = [
  { text: 'Which is 1?', options, correct: 1 },
  { text: 'Which is 2?', options, correct: 2 },
];

describe('questions copied from elsewhere', () => {
  test.each([
    'Correct Answer: x',
    'Right answer - x',
    'The correct answer: (x)',
    'Correct option: x',
    'सही उत्तर: x',
    'The correct answer is (x)',
  ])('with options and "%s" in the question’s line keep the last option whole', async (said) => {
    const line = (number: number, letter: string) =>
      `${number}. Which is ${number}? ${typed.join(' ')} ${said.replace('x', letter)}`;
    const { rows, errors } = await read([line(1, 'B'), '', line(2, 'C')]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('in one line keep the word "correct" in an option if the other answers begin without it', async () => {
    const line = (last: string) => `Which? A) one B) two C) three D) ${last}`;
    const { rows } = await read([line('All correct Answer: D'), line('four Answer: B')]);
    expect(rows).toMatchObject([
      { options: options.with(3, 'All correct'), correct: 3 },
      { options, correct: 1 },
    ]);
  });

  test('keep a sentence that names the right answer if it is an option or part of the question', async () => {
    const said = 'ABCD'.split('').map((letter) => `${letter}) The correct answer is ${letter}`);
    const { rows, errors } = await read([
      ...['1. Fill in: The correct answer is (a)', ...typed, 'Answer: B', ''],
      ...['2. Which is it?', ...said, 'Answer: C', ''],
      ...[`3. Who is right? ${typed.slice(0, 3).join(' ')} D) He says the right answer is b`],
      'Answer: D',
    ]);
    expect([rows, errors]).toMatchObject([
      [
        { text: 'Fill in: The correct answer is (a)', options, correct: 1 },
        { text: 'Which is it?', options: said.map((each) => each.slice(3)), correct: 2 },
        { options: options.with(3, 'He says the right answer is b'), correct: 3 },
      ],
      [],
    ]);
  });

  test('in one line are read if the answer repeats its option’s text, and reported if it has another one’s', async () => {
    const line = (said: string) => `Which is 1? ${typed.join(' ')} Answer: ${said}`;
    const { rows, errors } = await read([line('B. two'), '', line('B) three')]);
    expect([rows, errors]).toMatchObject([[both[0]], [{ row: 3 }]]);
  });

  test.each([
    'View Answer',
    'Show Answer Workspace',
    'View Answer Discuss in Forum Workspace Report',
    'Answer & Solution Discuss in Board Save for Later',
    'Answer & Explanation',
  ])('are read without what is pressed on a web page to see the answer, "%s"', async (press) => {
    const { rows, errors } = await read([
      ...['1. Which is 1?', ...typed, press, '', 'Answer: B', 'Explanation: It is.', ''],
      ...['2. Which is 2?', ...typed, press, '', 'Answer: C'],
    ]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('keep a question that asks about such a button', async () => {
    const asked = 'Which button says: View answer?';
    const { rows } = await read([asked, ...typed, 'Answer: B']);
    expect(rows).toMatchObject([{ text: asked, correct: 1 }]);
  });

  test('from ExamView are read if their answer has one point, and others are reported', async () => {
    const { rows, errors } = await read([
      ...['1. Which is 1?', ...typed, 'ANS: B PTS: 1 DIF: Easy REF: p. 4'],
      ...['2. Which is 2?', ...typed, 'ANS: C\tPTS: 1'],
      ...['3. Which is 3?', ...typed, 'ANS: D PTS: 2'],
    ]);
    expect([rows, errors]).toMatchObject([both, [{ row: 13 }]]);
    expect(rows).toHaveLength(2);
  });

  test.each([
    ['questions:', '  - question: Which is 1?', '    a: one', '    b: two', '    answer: b'],
    ['- q: "Which is 1?"', '  A: one', '  B: two', '  C: three', '  D: four', '  answer: B'],
    ['first:', '  question: Which is 1?', '  options:', '    a: one', '    b: two', '  answer: b'],
    ['- id: 1', '  question: Which is 1?', '  A: one', '  B: two', '  answer: b'],
    ['- question: Which is 1?', '  A: one', '  B: "two"', '  answer: b'],
    ['- prompt: Which is 1?', '  A: one', '  B: two', '  answer: b'],
  ])(
    'in YAML are refused, because their texts would keep YAML’s characters: %s …',
    async (...lines) => {
      await expect(read(lines)).rejects.toThrow(
        'wrong-kind: This is YAML, which is not read here. Please upload an Excel workbook (.xlsx or .xls), a Word document (.docx), CSV, GIFT, Aiken, Moodle XML or QTI.',
      );
    },
  );

  test('in JSON are refused, but not as YAML', async () => {
    const json = JSON.stringify([{ question: 'Which is 1?', a: 'one', answer: 'a' }], null, 2);
    await expect(read(json.split('\n'))).rejects.toThrow(
      'wrong-kind: This file holds no questions',
    );
  });

  test('in a list, or with indented options, are not mistaken for YAML', async () => {
    const line = (number: number) => [
      ...[`- Question: Which is ${number}?`, ...typed.map((option) => `  ${option}`)],
      ...[`  Answer: ${'ABCD'[number]}`, ''],
    ];
    const set = (number: number) => [
      ...[
        `Question: Which is ${number}?`,
        ...typed.map((option) => `  ${option[0]}: ${option.slice(3)}`),
      ],
      ...[`  Answer: ${'ABCD'[number]}`, ''],
    ];
    const deep = (number: number) => set(number).map((each) => each && `  ${each.trim()}`);
    const item = (number: number) => set(number).map((each) => each.replace(/^(?=Q)/, '- '));
    for (const paper of [line, set, deep, item]) {
      const { rows, errors } = await read([...paper(1), ...paper(2)]);
      expect([rows, errors]).toMatchObject([both, []]);
    }
    const { rows } = await read(['Topic: numbers', ...deep(1), ...deep(2)]);
    expect(rows).toMatchObject([{ correct: 1 }, { correct: 2 }]);
  });

  test('from Testbook are read if the answer’s number and text name the same option, and otherwise reported', async () => {
    const question = (number: number, said: string) => [
      ...[
        `Q${number}. Which is ${number}?`,
        ...options.map((option, at) => `${at + 1}. ${option}`),
      ],
      ...['Answer (Detailed Solution Below)', said, 'Detailed Solution', 'It is.', ''],
    ];
    const { rows, errors } = await read([
      ...question(1, 'Option 2 : two'),
      ...question(2, 'Option 3 : three'),
      ...question(3, 'Option 1 : two'),
    ]);
    expect([rows, errors]).toMatchObject([both, [{ row: 21 }]]);
    expect(rows).toHaveLength(2);
  });

  test('from Testbook with empty lines in between are read without their solutions, with a warning', async () => {
    const question = (number: number) => [
      ...[`Q${number}. Which is ${number}?`],
      ...options.map((option, at) => `Option ${at + 1} : ${option}`),
      ...['Answer (Detailed Solution Below)', `Option ${number + 1} : ${options[number]}`],
      ...['Detailed Solution', `It is ${options[number]}.`],
    ];
    const apart = [...question(1), ...question(2)].flatMap((each) => [each, '']);
    const { rows, errors, said } = await read(apart);
    expect([rows, errors]).toMatchObject([both, []]);
    expect(said).toContainEqual(expect.stringContaining('("Detailed Solution:") was left out'));
  });

  test.each([
    ['Option 1 : ', 'Correct Answer: Option N : '],
    ['Option 1 : ', 'Answer: Option N'],
    ['Option A: ', 'Ans: Option L: '],
    ['- A: ', '**Answer:** L: '],
    ['- **A:** ', 'Answer: L'],
    ['[A] ', 'Answer: [L]'],
  ])('with options such as "%s" are read by answers such as "%s"', async (label, answer) => {
    const question = (number: number) => [
      `${number}. Which is ${number}?`,
      ...options.map(
        (option, at) =>
          label.replace(/[1A](?=\b)/, (sign) => (sign === '1' ? '1234' : 'ABCD')[at] ?? '') +
          option,
      ),
      answer.replace(/N|L/, (sign) => (sign === 'N' ? '1234' : 'ABCD')[number] ?? '') +
        (answer.endsWith(' ') ? options[number] : ''),
      '',
    ];
    const { rows, errors } = await read([...question(1), ...question(2)]);
    expect([rows, errors]).toMatchObject([both, []]);
    const other = question(1).map((line) => line.replace(/(?<=Ans.*)two$/, 'three'));
    if (answer.endsWith(' '))
      expect(await read([...other, ...question(2)])).toMatchObject({
        rows: [{ options, correct: 2 }],
        errors: [{ row: 1 }],
      });
  });

  test.each([
    ['two', ['Option 1: gold', 'Option 2: tin'], ''],
    ['one', ['Option 1: gold'], ''],
    ['four', options.map((option, at) => `Option ${at + 1}: ${option}`), ''],
    ['four above an empty line', options.map((option, at) => `- ${'ABCD'[at]}: ${option}`), '\n'],
  ])('keep what a shop offers above their options: %s', async (_, offers, gap) => {
    const asked = ['A shop offers', ...offers, `${gap}What would you buy?`].join('\n');
    const { rows, errors } = await read([...asked.split('\n'), ...typed, 'Answer: B']);
    expect([rows, errors]).toMatchObject([
      [{ text: asked.replace('\n\n', '\n'), options, correct: 1 }],
      [],
    ]);
  });

  test('from GKToday are read by the option that it names by letter and text', async () => {
    const question = (number: number, said: string) => [
      ...[`${number}. Which is ${number}?`],
      ...options.map((option, at) => `[${'ABCD'[at]}] ${option}`),
      ...['Show Answer', `Correct Answer: ${said}`, 'Notes:', 'It is.', ''],
    ];
    const lines = [...question(1, 'B [two]'), ...question(2, 'C [three]')];
    expect(await read(lines)).toMatchObject({ rows: both, errors: [] });
    const other = [...question(1, 'B [one]'), ...question(2, 'C [three]')];
    expect(await read(other)).toMatchObject({ rows: [{ correct: 2 }], errors: [{ row: 1 }] });
  });

  test.each([
    'Correct Answer / सही उत्तर: (x)',
    'Ans/उत्तर - (x)',
    'उत्तर (Ans.): x',
    'सही उत्तर / Answer: x',
    'Answer (उत्तर): (x)',
  ])('are read by an answer in two languages, "%s"', async (said) => {
    const question = (number: number) => [
      ...[`${number}. Which is ${number}?`, ...typed, said.replace('x', 'ABCD'[number] ?? ''), ''],
    ];
    const { rows, errors } = await read([...question(1), ...question(2)]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test.each([
    [['Q.No\t1\t2\t3', 'Ans\tB\tC\tD']],
    [['| Question | Answer |', '|---|:---:|', '| 1 | B |', '| 2 | C |', '| 3 | D |']],
  ])('are read by a key that was copied from a table, %j', async (key) => {
    const asked = [1, 2, 3].flatMap((number) => [`${number}. Which is ${number}?`, ...typed]);
    const { rows, errors } = await read([...asked, '', '## Answer Key', ...key]);
    expect([rows.map(({ correct }) => correct), errors]).toEqual([[1, 2, 3], []]);
  });

  test.each([
    ['<details><summary>Answer</summary>N) TEXT</details>'],
    ['<details>', '<summary>Show answer</summary>', '', '**Answer: N**', '</details>'],
  ])('are read by an answer such as %j', async (...answer) => {
    const question = (number: number) => [
      ...[`${number}. Which is ${number}?`, ...typed, ''],
      ...answer.map((said) =>
        said.replace(/(?<= |>)N/, 'ABCD'[number] ?? '').replace('TEXT', options[number] ?? ''),
      ),
      '',
    ];
    const { rows, errors } = await read([...question(1), ...question(2)]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('with two options that are called so are named', async () => {
    const { errors } = await read([
      ...['Which?', 'Option 1: yes', 'Option 2: no', 'Answer: Option 2', ''],
      ...[
        'Which is 1?',
        ...typed.map((line) => line.replace(/^./, (sign) => `${sign.charCodeAt(0) - 64}`)),
        'Answer: 2',
      ],
    ]);
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining('2 options') }]);
  });

  test('are answered by a letter alone below options A to D', async () => {
    const { rows, errors } = await read([
      ...['Which is 1?', ...typed, 'B'],
      ...['Which is 2?', ...typed, 'c', ''],
    ]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test.each(['Right answer: D', '**Answer: D**', 'उत्तर: (D)', ''])(
    'don’t take the end of an option, alone on its line above %j, as the answer',
    async (said) => {
      const third = ['A. red', 'B. green', 'C. blue', 'D. Vitamin', 'C'];
      const other = said.replace('D', 'A');
      const key = said === '' ? ['Answers', '1. D', '2. A'] : [];
      const { rows } = await read([
        ...['1. Which is none?', ...third, said, ''],
        ...['2. Which is 1?', ...typed, other, '', ...key],
      ]);
      expect(rows.filter(({ correct }) => correct === 2)).toEqual([]);
      expect(rows).toContainEqual(expect.objectContaining({ options, correct: 0 }));
    },
  );

  test('don’t take letters above a table, or a letter above the answer, as the answer', async () => {
    const list = ['A. rose', 'B. lily', 'C. oak', 'D. fern'];
    const codes = ['(a) 1 2 3 4', '(b) 2 1 3 4', '(c) 3 1 2 4', '(d) 4 3 2 1'];
    const { rows, errors } = await read([
      ...['Match them:', ...list, 'A', 'B', 'C', 'D', ...codes, 'Answer: C', ''],
      ...['Which is 2?', ...typed, 'B', 'Answer: C'],
    ]);
    const above = ['Which are they?', ...list, 'A', '(1) one', '(2) two', '(3) three', '(4) four'];
    expect((await read([...above, 'Answer: 3'])).rows).toMatchObject([{ options, correct: 2 }]);
    expect(rows).toMatchObject([
      { text: ['Match them:', ...list, 'A', 'B', 'C', 'D'].join('\n'), correct: 2 },
    ]);
    expect(errors).toMatchObject([{ row: 16 }, { row: 21 }]);
  });

  test('don’t take a letter below only three options as the answer', async () => {
    const { rows, errors } = await read([
      ...['Which is 1?', ...typed.slice(0, 3), 'B', 'Answer: B', ''],
      ...['Which is 2?', ...typed, 'Answer: C'],
    ]);
    expect([rows, errors]).toMatchObject([
      [{ text: 'Which is 2?', correct: 2 }],
      [{ row: 1 }, { row: 5 }],
    ]);
  });
});

describe('questions whose options have a box to tick', () => {
  const boxes = (wrong: string, right: string, correct: number) =>
    options.map((option, at) => `${at === correct ? right : wrong} ${option}`);

  test.each([
    ['- [ ]', '- [x]'],
    ['* [ ]', '* [X]'],
    ['1. [ ]', '1. [x]'],
    ['-[ ]', '-[x]'],
    ['( )', '(x)'],
    ['- ( )', '- (x)'],
  ])('are read if the boxes look like "%s" and "%s"', async (wrong, right) => {
    const { rows, errors } = await read([
      ...['### Which is 1?', '', ...boxes(wrong, right, 1), ''],
      ...['Which is 2?', ...boxes(wrong, right, 2)],
    ]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('may have an empty line between the options', async () => {
    const { rows, errors } = await read([
      ...['Which is 1?', ...boxes('- [ ]', '- [x]', 1)].flatMap((each) => [each, '']),
      ...['Which is 2?', ...boxes('- [ ]', '- [x]', 2)].flatMap((each) => [each, '']),
    ]);
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('are read without the remark below an option', async () => {
    const marked = boxes('- [ ]', '- [x]', 1).flatMap((line) => [line, '  > Well chosen.']);
    const { rows, errors } = await read(['Which is 1?', ...marked]);
    expect([rows, errors]).toMatchObject([[both[0]], []]);
  });

  test.each([
    ['none', boxes('- [ ]', '- [x]', 9)],
    ['two', boxes('- [ ]', '- [x]', 1).with(3, '- [x] four')],
    ['all', boxes('- [x]', '- [x]', 0)],
  ])('are reported if %s of the boxes are ticked', async (_, lines) => {
    const { rows, errors } = await read([
      ...['Which is 1?', ...boxes('- [ ]', '- [x]', 1), ''],
      ...['Which is 3?', ...lines],
    ]);
    expect([rows, errors]).toMatchObject([[both[0]], [{ row: 7 }]]);
  });

  test('don’t include a list of Roman numbers such as (x)', async () => {
    const asked = 'Which of these is 1?\n(ix) nine\n(x) ten';
    const { rows, errors } = await read([...asked.split('\n'), ...typed, 'Answer: B']);
    expect([rows, errors]).toMatchObject([[{ text: asked, options, correct: 1 }], []]);
  });
});
