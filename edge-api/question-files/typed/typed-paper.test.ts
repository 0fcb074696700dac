/** Questions as people type them in Word: text around a question is not part of it, and options are lettered in many ways. */
import { describe, expect, test } from 'vitest';
import { makeWorkbook } from '#tests/support/make-workbook.ts';
import type { FileReading } from '../question-file.ts';
import { readQuestionFile } from '../read-question-file.ts';

async function accepted(bytes: Uint8Array, name: string): Promise<FileReading> {
  const outcome = await readQuestionFile(bytes, name);
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}: ${outcome.message}`);
  return outcome;
}
const text = (content: string) => new TextEncoder().encode(content);

describe('questions typed as in a document', () => {
  const options = ['one', 'two', 'three', 'four'];
  const typed = (
    signs: string | readonly string[],
    label: string,
    answer: string,
    between = '\n',
  ) =>
    [1, 2]
      .map((number) => {
        const lines = options.map((option, at) => label.replace('x', signs[at] ?? '') + option);
        return `${number}) Which is ${number}?\n${lines.join(between)}\n${answer.replace('x', signs[number] ?? '')}`;
      })
      .join('\n\n');
  const romans = (content: string) =>
    content.replace(/^(?!\d\) W).*/gm, (line) =>
      line.replace(/\d/g, (digit) => ['', 'i', 'ii', 'iii', 'iv'][Number(digit)] ?? ''),
    );
  const both = [
    { text: 'Which is 1?', options, correct: 1 },
    { text: 'Which is 2?', options, correct: 2 },
  ];
  const withoutNumber =
    'The numbers of the questions are left out, because each candidate gets them in a different order.';

  test.each([
    ['numbers', typed('1234', '(x) ', 'Ans: (x)'), [1, 8]],
    ['numbers and one bracket', typed('1234', 'x) ', 'Answer - x'), [1, 8]],
    ['अ ब स द', typed('अबसद', '(x) ', 'उत्तर: (x)'), [1, 8]],
    ['क ख ग घ', typed('कखगघ', 'x) ', 'सही उत्तर - x'), [1, 8]],
    ['अ ब क ड', typed('अबकड', 'x) ', 'उत्तर : x'), [1, 8]],
    ['ए बी सी डी', typed(['ए', 'बी', 'सी', 'डी'], '(x) ', 'उत्तरः (x)'), [1, 8]],
    ['numbers in Hindi', typed('१२३४', '(x) ', 'उ. (x)'), [1, 8]],
    ['letters of Hindi in one line', typed('कखगघ', '(x) ', 'उत्तर- (x)', ' '), [1, 5]],
    ['letters of Bengali', typed('কখগঘ', 'x) ', 'উত্তর: x'), [1, 8]],
    ['letters of Tamil', typed('அஆஇஈ', '(x) ', 'விடை : (x)'), [1, 8]],
    ['letters of Telugu', typed(['ఎ', 'బి', 'సి', 'డి'], 'x) ', 'సమాధానం: x'), [1, 8]],
    ['letters of Gujarati', typed(['અ', 'બ', 'ક', 'ડ'], '(x) ', 'સાચો જવાબ: (x)'), [1, 8]],
    ['letters of Urdu', typed(['الف', 'ب', 'ج', 'د'], '(x) ', 'جواب: (x)'), [1, 8]],
    ['letters and an answer in Malayalam', typed('ABCD', 'x) ', 'ഉത്തരം: x'), [1, 8]],
    ['letters and an answer in Hindi', typed('abcd', '(x) ', 'उत्तर: x'), [1, 8]],
    ['all options in one line', typed('abcd', '(x) ', 'Ans. (x)', ' '), [1, 5]],
    ['numbered options in one line', typed('1234', '(x) ', 'Ans. (x)', ' '), [1, 5]],
    ['letters and full stops', typed('abcd', 'x. ', 'Ans: x'), [1, 8]],
    ['letters and full stops in one line', typed('ABCD', 'x. ', 'Ans: x', ' '), [1, 5]],
    ['numbers and full stops', typed('1234', 'x. ', 'Ans: x'), [1, 8]],
    ['numbers and full stops in one line', typed('1234', 'x. ', 'Ans: x', '\t'), [1, 5]],
    ['Roman numbers', romans(typed('1234', '(x) ', 'Ans: (x)')), [1, 8]],
    ['Roman numbers in one line', romans(typed('1234', 'x) ', 'उत्तर: x', '  ')), [1, 5]],
    ['square brackets', typed('abcd', '[x] ', 'Ans: x'), [1, 8]],
    ['the word Option', typed('ABCD', 'Option x: ', 'Answer: Option x'), [1, 8]],
  ])('with %s are read, each with its line number', async (_, content, lines) => {
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
    expect(rows.map(({ row }) => row)).toEqual(lines);
  });

  test('in Hindi are read with numbers, with text after an answer, and with everything in one line', async () => {
    const city = (text: string) => `उत्तर ${text} का शहर?`;
    const content = [
      `प्रश्न १। ${city('प्रदेश')}\n(क) आगरा\n(ख) पुणे\n(ग) पटना\n(घ) कोच्चि\nउत्तर: (क) आगरा`,
      `प्रश्न २। ${city('- द. भाग')} (क) आगरा (ख) पुणे (ग) पटना (घ) कोच्चि  उत्तर: (ख)`,
      `प्रश्न ३। उत्तर (घ) में क्या है?\n(क) आगरा\n(ख) पुणे\n(ग) पटना\n(घ) कोच्चि   उत्तर- घ`,
    ].join('\n\n');
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    const cities = ['आगरा', 'पुणे', 'पटना', 'कोच्चि'];
    expect([rows, errors]).toMatchObject([
      [
        { text: city('प्रदेश'), options: cities, correct: 0 },
        { text: city('- द. भाग'), options: cities, correct: 1 },
        { text: 'उत्तर (घ) में क्या है?', options: cities, correct: 3 },
      ],
      [],
    ]);
  });

  test.each([
    ['উত্তরমালা', typed(['ক', 'খ', 'গ', 'ঘ'], '(x) ', ''), '১-খ, ২-গ'],
    ['उत्तर कुंजी', typed(['अ', 'ब', 'क', 'ड'], '(x) ', ''), '1. (ब) 2. (क)'],
  ])(
    'take their answers from a key at the end, %s, in their own letters',
    async (title, content, key) => {
      const { rows, errors } = await accepted(text(`${content}\n\n${title}\n${key}`), 'paper.txt');
      expect([rows, errors]).toMatchObject([both, []]);
    },
  );

  test('with two options in a line are read if a wide space separates them', async () => {
    const content = 'One?\n(a) one   (b) two\n(c) three\t(d) Both (a) and (b)\nAns: (c)';
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows).toMatchObject([
      { options: ['one', 'two', 'three', 'Both (a) and (b)'], correct: 2 },
    ]);
  });

  test.each([
    'Ans:- (x)',
    '[Ans: x]',
    'The correct answer is x',
    'Ans → x',
    '(Answer: x)',
    'Key: x',
    'Right answer - x',
    'Correct: x',
    'Ans: option x',
    'Answer Key: x',
    '✅ Answer: x',
    '👉 **Ans: x**',
  ])('with answers such as %j are read', async (answer) => {
    for (const signs of ['abcd', 'ABCD']) {
      const { rows, errors } = await accepted(text(typed(signs, '(x) ', answer)), 'paper.txt');
      expect([rows, errors]).toMatchObject([both, []]);
    }
  });

  test.each([
    ['abcd', 'Ans: x - OPTION'],
    ['ABCD', 'Answer: (x) – OPTION'],
    ['ABCD', 'Answer: x (OPTION)'],
    ['ABCD', 'Correct Answer: Option x: OPTION'],
    ['abcd', 'The correct answer is (x) OPTION.'],
    ['ABCD', '✅ Correct Answer: **x. OPTION**'],
    ['कखगघ', '(उत्तर: x – OPTION)'],
    ['कखगघ', '✅ सटीक उत्तर: (x) OPTION'],
    ['அஆஇஈ', 'விடை: x - OPTION'],
  ])(
    'lettered %s, with answers such as %j, are read if letter and text are of one option, and left out if not',
    async (signs, answer) => {
      const content = typed(signs, '(x) ', answer).replace('OPTION', 'two');
      const read = await accepted(text(content.replace('OPTION', 'three')), 'paper.txt');
      expect([read.rows, read.errors]).toMatchObject([both, []]);
      const { rows, errors } = await accepted(text(content.replace('OPTION', 'four')), 'paper.txt');
      expect([rows.length, errors.length]).toEqual([1, 1]);
      expect(errors[0]?.message).toContain('names an option by its letter and another text');
    },
  );

  test.each([
    ['1234', 'A. Rose    1. Flower\nB. Mango   2. Fruit\nC. Oak     3. Tree\nD. Rice    4. Crop'],
    ['1234', '1. The sun is a star.\n2. The moon is a planet.'],
    ['abcd', 'A. The sun is a star.\nB. The moon is a planet.'],
    ['कखगघ', 'A. The sun is a star.\nB. The moon is a planet.'],
  ])('with options (%s) keep a list lettered in another way: %s', async (signs, list) => {
    const content = typed(signs, '(x) ', 'Ans. x').replace('1?', `1?\n${list}\nChoose.`);
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    const said = `Which is 1?\n${list}\nChoose.`.replace(/ +/g, ' ');
    expect(rows.map((row) => row.text.replace(/ +/g, ' '))).toEqual([said, 'Which is 2?']);
    expect([rows, errors]).toMatchObject([
      [
        { options, correct: 1 },
        { options, correct: 2 },
      ],
      [],
    ]);
  });

  test.each(['abcd', '1234', 'कखगघ'])(
    'with options (%s) in pairs, a single space apart, are read',
    async (signs) => {
      const content = typed(signs, '(x) ', 'Ans. (x)').replace(/(one|three)\n/g, '$1 ');
      expect(content.split('\n')).toHaveLength(9);
      const { rows, errors } = await accepted(text(content), 'paper.txt');
      expect([rows, errors]).toMatchObject([both, []]);
    },
  );

  test('are not split where an option refers to another one', async () => {
    const content = 'One?\n(a) it is (b)\n(b) two\n(c) not (d)\n(d) four\nAns: (c)';
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows).toMatchObject([{ options: ['it is (b)', 'two', 'not (d)', 'four'], correct: 2 }]);
  });

  test('keep a line above the options that says “Options:”', async () => {
    const content = typed('कखगघ', '(x) ', 'उत्तर: (x)').replace('1?', '1?\nविकल्प:');
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([[{ text: 'Which is 1?\nविकल्प:' }, {}], []]);
  });

  test('never show an explanation after a picture of a lamp, with question numbers or without', async () => {
    const content = typed('abcd', '(x) ', 'Answer: x').replace(
      '\n\n',
      '\n💡 Explanation: It is (b).\n\n',
    );
    const numbered = await accepted(text(content), 'paper.txt');
    expect([numbered.rows, numbered.errors]).toMatchObject([both, []]);
    const { rows, errors } = await accepted(text(content.replace(/^\d\) /gm, '')), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test.each([
    ['abcd', 'Ans: (x)'],
    ['1234', 'Ans: (x)'],
    ['abcd', '[Ans.- x]'],
  ])(
    'with options %s and the answer %j after the question, in one line, are read',
    async (signs, answer) => {
      const content = typed(signs, '(x) ', answer, ' ').replace(/(?<!\n)\n(?!\n)/g, ' ');
      expect(content.split('\n')).toHaveLength(3);
      const { rows, errors } = await accepted(text(content), 'paper.txt');
      expect([rows, errors]).toMatchObject([both, []]);
    },
  );

  test.each(['(i) x\n(ii) y', '(P) x\n(Q) y', '(iv) x\n(v) y'])(
    'keep the statements %j above options in letters',
    async (statements) => {
      const question = `Which?\n${statements}`;
      const content = typed('abcd', '(x) ', 'Ans: (x)').replace('Which is 1?', question);
      expect((await accepted(text(content), 'paper.txt')).rows[0]).toMatchObject({
        ...{ text: question, options, correct: 1 },
      });
    },
  );

  test('keep a list to match whose letters look like options', async () => {
    const list = 'Match A. one B. two C. three D. four';
    const content = typed('abcd', '(x) ', 'Ans: (x)').replace('Which is 1?', list);
    expect((await accepted(text(content), 'paper.txt')).rows[0]).toMatchObject({
      ...{ text: list, options, correct: 1 },
    });
  });

  test.each([
    'Which of (a), (b), (c) and (d) is one?',
    'Key: a word of two letters',
    'Section 4: who is bound',
    'Part of speech of "run"',
    'What is (a) + (b) if a) is 1 and b) is 2?',
  ])('keep %j whole', async (question) => {
    const content = typed('abcd', '(x) ', 'Ans: (x)').replace('Which is 1?', question);
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual([question, 'Which is 2?']);
  });

  test('are read without the name of their section; other lines above a number cause a warning', async () => {
    const [one = '', two = ''] = typed('abcd', '(x) ', 'Ans: (x)').split('\n\n');
    const outcome = await accepted(text(`SECTION - A\n${one}\n\nRam had 2.\n${two}`), 'paper.txt');
    expect(outcome.rows.map(({ row, text: asked }) => [row, asked])).toEqual([
      [2, 'Which is 1?'],
      [9, 'Ram had 2.\nWhich is 2?'],
    ]);
    expect(outcome.warnings.slice(2).map(({ message }) => message)).toEqual([
      'The line "SECTION - A" above it was taken for a heading and left out.',
      withoutNumber,
      'What stands above its number ("Ram had 2.") is read as part of it. Please check.',
    ]);
    const statements = typed('abcd', '(x) ', 'Ans: (x)').replace('1) Which', 'Which\n1. x\n2. y');
    expect((await accepted(text(statements), 'paper.txt')).warnings).toHaveLength(2);
  });

  test.each([
    ['1. One?', 'Q 2) Two?', 'Que. 3: Three?'],
    ['7. One?', '8. Two?', '1. Three?'],
    ['Q.1 One?', 'Q.2 Two?', 'Q.3 Three?'],
    ['Question No. 1\nOne?', 'Question No. 2\nTwo?', 'Question No. 3\nThree?'],
    ['प्रश्न १: One?', 'प्रश्न २: Two?', 'प्रश्न ३: Three?'],
  ])('are read without their numbers %j, %j, %j, with a single warning', async (...asked) => {
    const content = asked.map((each) => `${each}\n${'abcd'.replace(/./g, '$&) $& x\n')}Ans: b`);
    const { rows, warnings } = await accepted(text(content.join('\n\n')), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual(['One?', 'Two?', 'Three?']);
    expect(warnings.filter(({ message }) => message === withoutNumber)).toHaveLength(1);
  });

  test.each([
    ['1. One?', 'Two?', '3. Three?'],
    ['1. One?', '3. Two?', '2. Three?'],
    ['1.5 is?', '2.5 is?', '3.5 is?'],
    ['q1 is?', 'q2 is?', 'q3 is?'],
    ['1. Which?', '2. Which?', '3. Which?'],
    ['2-3 are?', '3-4 are?', '4-5 are?'],
    ['In\n1. x\n2. y', 'By\n1. x\n2. y', 'At\n1. x\n2. y'],
  ])('keep numbers that do not number the questions, as in %j, %j, %j', async (...asked) => {
    const content = asked.map((each) => `${each}\n${'abcd'.replace(/./g, '$&) $& x\n')}Ans: b`);
    const { rows } = await accepted(text(content.join('\n\n')), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual(asked);
  });

  test('are read without the name of a quiz in a Markdown heading above them, with a warning', async () => {
    const asked = (said: string) => `${said}\nA) a x\nB) b x\nC) c x\nD) d x\nANSWER: B`;
    const readOf = async (...parts: string[]) => {
      const { rows, warnings } = await accepted(text(parts.join('\n\n')), 'paper.txt');
      return [rows[0]?.text, warnings.some(({ message }) => message.includes('was taken for the'))];
    };
    const [first, second] = [asked('Which is it?'), asked('Which is next?')];
    expect(await readOf('# Quiz on cities', first, second)).toEqual(['Which is it?', true]);
    expect(await readOf(`# Quiz on cities\n${first}`, second)).toEqual(['Which is it?', true]);
    const [begun] = await readOf(`# Name the city\n${first}`, second);
    expect(begun).toBe('# Name the city\nWhich is it?');
    for (const above of ['# Which of these?', '#include <stdio.h>', '# Read this:'])
      expect(await readOf(above, first)).toEqual([`${above}\nWhich is it?`, false]);
    const [named] = await readOf(asked('# Which is it?'), asked('# Which is next?'));
    expect(named).toBe('# Which is it?');
    const [alone] = await readOf('# Name the capital', asked('').trim());
    expect(alone).toBe('# Name the capital');
  });

  test.each([
    'ABC COACHING, PATNA\nModel Test Paper - 3\nTime: 2 hours   Max. Marks: 100\nInstructions: Attempt all questions.\n',
    'Science Test',
    'General Knowledge\n\nSECTION - A',
    'विज्ञान परीक्षा 2026\nसमय: 2 घंटे\n',
    'Certainly! Here are two questions on cities, with answers:\n\n### MCQs on cities\n',
  ])('are read without the title of the paper, %j, with a warning', async (title) => {
    const content = `${title}\n${typed('abcd', '(x) ', 'Ans: (x)')}`;
    const { rows, errors, warnings } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
    expect(warnings.at(-2)).toMatchObject({
      row: title.split('\n').length + 1,
      message: `What stands above it, from "${title.split('\n')[0]}" on, was taken for the title of the paper and left out.`,
    });
  });

  test.each([
    'Directions (1-2): Read the passage.',
    'Where the mind is without fear\nAnd the head is held high\n',
    'Mock Test\nRam had 3 apples.\n',
    'Here are the marks of five students: 20, 30, 40, 50 and 60.',
    'Here are the scores of five students in a quiz: 20, 30, 40, 50 and 60.',
    'Here is a passage for the questions below.',
    'Which class has which of these?',
  ])('keep what may belong to the first question, %j, with a warning', async (above) => {
    const content = `${above}\n${typed('abcd', '(x) ', 'Ans: (x)')}`;
    const { rows, warnings } = await accepted(text(content), 'paper.txt');
    expect(rows[0]?.text).toBe(`${above.trim()}\nWhich is 1?`);
    expect(warnings.at(-2)?.message).toContain('Please check');
  });

  test('keep the title if they have no numbers, because nothing shows where the first one begins', async () => {
    const content = `Mock Test\n${typed('abcd', '(x) ', 'Ans: (x)').replace(/^\d\) /gm, '')}`;
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual(['Mock Test\nWhich is 1?', 'Which is 2?']);
  });

  test.each([
    'Explanation: It is (a), as 1 + 1 is 2.',
    'Sol. It is (a).\n= 2\n\nThus 2.5 it is.',
    'व्याख्या- एक',
    'Thus it is 2.',
    '\nSolution:\nIt is.',
    'Difficulty: easy\nTopic: sums',
    '[SSC CGL 2019]',
  ])('are read without %j below their answers, with a single warning', async (note) => {
    const content = typed('abcd', '(x) ', 'Ans: (x)').replaceAll(/^Ans.*$/gm, `$&\n${note}`);
    const { rows, errors, warnings } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
    expect(warnings.slice(2)).toMatchObject([
      { row: 1, message: withoutNumber },
      {
        row: 1,
        message: `What stands below its answer ("${note.trim().split('\n')[0]}") was left out, and so were such lines below other answers.`,
      },
    ]);
  });

  test.each([
    'Ans (x)',
    'Answer X',
    'ANS [x]',
    'Ans ( x )',
    'Correct option (x)',
    'Answer Option x',
    'Ans. (x) text',
    'Answer X. text',
    'Ans (x) text',
  ])('are read without what stands below an answer such as %j', async (said) => {
    const note = 'It is (a), as 1 + 1 is 2.';
    const content = [1, 2].map((number) => {
      const answer = said
        .replace(/x\b/i, (sign) => (sign === 'x' ? 'abcd' : 'ABCD')[number] ?? '')
        .replace('text', options[number] ?? '');
      const lines = options.map((option, at) => `(${'abcd'[at]}) ${option}`);
      return [`${number}) Which is ${number}?`, ...lines, answer, note].join('\n');
    });
    const { rows, errors } = await accepted(text(content.join('\n')), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test('keep an instruction that begins like an answer', async () => {
    const said = 'Answer (a) if both are true, (b) if one is.';
    const content = typed('abcd', '(x) ', 'Ans: (x)').replace('2) W', `\n${said}\n2) W`);
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows[1]?.text).toBe(`${said}\nWhich is 2?`);
  });

  test.each([
    ['a passage', '\nDirections (2-3): Ram had two.', '2) Which is 2?'],
    ['a passage without a line between', 'Passage: Ram had two.', '2) Which is 2?'],
    ['a passage below an explanation', 'Sol. It is.\n\nRead this: two.', '2) Which is 2?'],
    ['another paragraph', '\nRam had two.', '2) Which is 2?'],
    ['a question that has no number', 'Which is no 2?', ''],
  ])('keep %s below an answer as part of the next question', async (_, between, next) => {
    const content = typed('abcd', '(x) ', 'Ans: (x)').replace(
      '\n\n2) Which is 2?',
      `\n${between}${next && `\n${next}`}`,
    );
    const { rows } = await accepted(text(content), 'paper.txt');
    const kept = between.split('\n\n').at(-1)?.trim();
    expect(rows[1]?.text).toBe(next ? `${kept}\nWhich is 2?` : kept);
  });

  test('get their section as the Type if the paper has several sections', async () => {
    const two = typed('abcd', '(x) ', 'Ans: (x)');
    const content = `Mock Test 4\n\nSECTION A: Reasoning\n${two}\n\nPart B - English\n${two.replaceAll('is', 'was')}`;
    const { rows, warnings } = await accepted(text(content), 'paper.txt');
    expect(rows.map(({ type, text: asked }) => [type, asked])).toEqual([
      ['SECTION A: Reasoning', 'Which is 1?'],
      ['SECTION A: Reasoning', 'Which is 2?'],
      ['Part B - English', 'Which was 1?'],
      ['Part B - English', 'Which was 2?'],
    ]);
    expect(warnings.map(({ message }) => message)).toContain(
      'The line "Part B - English" above it is the Type of this question and of those below.',
    );
    const one = await accepted(text(content.replace('Part B - English', '')), 'paper.txt');
    expect(new Set(one.rows.map(({ type }) => type))).toEqual(new Set(['paper']));
  });

  test.each([
    ['## Section A: Reasoning', '## Section B: English'],
    ['SECTION - A', '**PART - B**'],
    ['Section A', 'Part II – English'],
    ['## General Knowledge', '## Maths'],
  ])('without numbers are of the Type of their section: %s', async (one, other) => {
    const [first, second] = typed('ABCD', 'x) ', 'Answer: x')
      .replace(/^\d\) /gm, '')
      .split('\n\n');
    const content = `${one}\n\n${first}\n\n${other}\n\n${second}`;
    const name = (said: string) => said.replaceAll('**', '').replace(/^## /, '');
    const { rows, errors, warnings } = await accepted(text(content), 'paper.txt');
    expect(rows.map(({ row, type, text: asked }) => [row, type, asked])).toEqual([
      [3, name(one), 'Which is 1?'],
      [12, name(other), 'Which is 2?'],
    ]);
    expect([errors, warnings.filter(({ message }) => message.includes('check'))]).toEqual([[], []]);
  });

  test.each([
    ['General Awareness\n\n', '\n\nEnglish Language\n\n'],
    ['Mock Test 4\n\nGENERAL AWARENESS\n', '\nENGLISH LANGUAGE\n'],
    ['Mock Test 4\nTime: 1 hour\n\nGeneral Awareness\n', '\n\nEnglish Language\n'],
  ])('with numbers are of the Type of a subject above them, %j', async (one, other) => {
    const [first, second] = typed('ABCD', 'x) ', 'Answer: x').split('\n\n');
    const { rows, errors } = await accepted(text(`${one}${first}${other}${second}`), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
    expect(rows.map(({ type }) => type.toLowerCase())).toEqual([
      'general awareness',
      'english language',
    ]);
  });

  test.each(['English Language', 'Ram Is In Class Ten', 'Choose The English Word'])(
    'keep %j above a number where it may belong to the question',
    async (said) => {
      const gap = said === 'English Language' ? 'It is one.\n' : '';
      const content = typed('ABCD', 'x) ', 'Answer: x').replace('\n\n', `\n\n${gap}${said}\n`);
      const { rows, warnings } = await accepted(text(content), 'paper.txt');
      expect(rows[1]?.text).toContain(`${said}\nWhich is 2?`);
      expect(warnings.at(-1)?.message).toContain('Please check');
    },
  );

  test.each([
    'Directions (1-2): Read the passage.\nRam had two.\n',
    'Directions (Q. 1 to 2): Ram had two.\n\n',
    'निर्देश (१-२): गद्यांश पढ़ें।\n',
    'Questions 1 and 2 are on this: Ram had two.\n',
  ])('have the passage that says it is for them, each: %j', async (passage) => {
    const three = `${typed('ABCD', 'x) ', 'Answer: x')}\n\n3) Which is 3?\nA) one\nB) two\nC) three\nD) four\nAnswer: D`;
    const { rows, warnings } = await accepted(text(passage + three), 'paper.txt');
    const said = passage.trim();
    expect(rows.map((row) => row.text)).toEqual([
      `${said}\nWhich is 1?`,
      `${said}\nWhich is 2?`,
      'Which is 3?',
    ]);
    expect(warnings.map(({ message }) => message)).toContain(
      `What stands above its number, from "${said.split('\n')[0]}" on, is shown with each of the questions 1 to 2. Please check.`,
    );
  });

  test.each([
    'Directions: Read the passage.\nRam had two.\n',
    'Directions (1-50): Ram had two.\n',
    'Directions (2-3): Ram had two.\n',
  ])('have no passage of another question, which is told: %j', async (passage) => {
    const content = passage + typed('ABCD', 'x) ', 'Answer: x');
    const { rows, warnings } = await accepted(text(content), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual([`${passage.trim()}\nWhich is 1?`, 'Which is 2?']);
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('is shown with this question alone. If the questions below need it'),
    );
  });

  test('have no passage of a section above them that has the same numbers', async () => {
    const two = typed('ABCD', 'x) ', 'Answer: x').replace('2)', '5)').replace('1)', '3)');
    const content = `Directions (3-6): Ram had two.\n${two}\n\n4) Which is 4?\nA) one\nB) two\nC) three\nD) four\nAnswer: D`;
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows.map(({ text: asked }) => asked.includes('Ram'))).toEqual([true, true, false]);
  });

  test('in capitals need no empty line below the name of their section', async () => {
    const content = typed('ABCD', 'x) ', 'Answer: x').replace(/^\d\) /gm, '');
    const { rows } = await accepted(text(content.replace('\n\n', '\n\nSECTION B\n')), 'paper.txt');
    expect(rows.map(({ text: asked }) => asked)).toEqual(['Which is 1?', 'Which is 2?']);
  });

  test('tell each name above them that is left out', async () => {
    const content = `Part 1\n\nSection A\n\n${typed('ABCD', 'x) ', 'Answer: x')}`;
    const { rows, warnings } = await accepted(text(content), 'paper.txt');
    expect(rows[0]).toMatchObject({ type: 'Section A', text: 'Which is 1?' });
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The line "Part 1" above it was taken for a heading and left out.',
        'The line "Section A" above it is the Type of this question and of those below.',
      ]),
    );
  });

  test.each([
    '## Choose the English word',
    '## Read the passage.',
    '# maths',
    'Section A',
    'Part of speech',
  ])('keep %j above what is asked, which may belong to it', async (said) => {
    const gap = said === 'Section A' ? '\n' : '\n\n';
    const content = typed('ABCD', 'x) ', 'Answer: x')
      .replace(/^\d\) /gm, '')
      .replace('\n\n', `\n\n${said}${gap}`);
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows[1]?.text).toBe(`${said}\nWhich is 2?`);
  });

  test('lose the stars and dashes of chat programs, and no others', async () => {
    const stars = typed('ABCD', '- x) ', '**Answer:** x)').replace(
      /^(\d\) )(.*)$/gm,
      '---\n$1**$2**',
    );
    const { rows, errors } = await accepted(text(stars), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
    for (const question of ['**kwargs or **args?', '2**3**2?', '**What is 2**3?**']) {
      const content = typed('abcd', '(x) ', 'Ans: (x)').replace('1) Which is 1?', question);
      expect((await accepted(text(content), 'paper.txt')).rows[0]?.text).toBe(question);
    }
  });

  test.each([
    ['**Answer:** **x)**', '- **x)** '],
    ['**Correct Answer: x)**', '* x) '],
    ['→ Answer: x', 'x) '],
    ['=> **Ans:** x', 'x. '],
    ['> **Answer:** x', '(x) '],
    ['- Answer: x', '- x) '],
  ])('with answers such as %j and options such as %j are read', async (answer, label) => {
    const { rows, errors } = await accepted(text(typed('ABCD', label, answer)), 'paper.txt');
    expect([rows, errors]).toMatchObject([both, []]);
  });

  test.each([
    ['### Question N', '\n'],
    ['**Question N:**', ' '],
    ['## N.', ' '],
    ['* **Question N:**', ' '],
    ['**Question:**', ' '],
    ['Q.', ' '],
    ['प्रश्न:', '\n'],
  ])(
    'are read without what stands in front of each one, %j, with a single warning',
    async (front, gap) => {
      const content = typed('ABCD', 'x) ', 'Answer: x').replace(
        /^(\d)\) /gm,
        (_, number: string) => front.replace('N', number) + gap,
      );
      const { rows, errors, warnings } = await accepted(text(content), 'paper.txt');
      expect([rows, errors]).toMatchObject([both, []]);
      expect(warnings.filter(({ message }) => message.includes('left out'))).toHaveLength(1);
    },
  );

  test('keep words in bold, without the stars, and a line of a program that begins with #', async () => {
    const question = '1) What is **not** printed?\n# one\nprint(2**3)';
    const content = typed('abcd', '(x) ', 'Ans: (x)').replace('1) Which is 1?', question);
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows[0]?.text).toBe('What is not printed?\n# one\nprint(2**3)');
  });

  test('keep stars that belong to a program, and a comment in it that begins like a heading', async () => {
    const code = '# 1. squares\n(a+b)**(2) + (a-b)**(2)\nprint("**", "**=", (**), (**))';
    const others = ['2 **-1 + 3**-1', 'f(**{1: 2},**{3: 4})', '"**" or "**="', '**p'];
    const options = others.map((option, at) => `${'abcd'[at]}) ${option}`).join('\n');
    const content = `1) What is it?\n${code}\n${options}\nAns: b\n\n2) And this?\n${options}\nAns: c`;
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([
      [
        { text: `What is it?\n${code}`, options: others, correct: 1 },
        { text: 'And this?', options: others, correct: 2 },
      ],
      [],
    ]);
  });

  test('keep statements in numbers above options in letters', async () => {
    const content =
      'Which are right?\n(1) First (2) Second\n(3) Third\n(a) 1 (b) 2 (c) 3 (d) 1 and 2\nAns: (d)';
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows).toMatchObject([
      {
        text: 'Which are right?\n(1) First (2) Second\n(3) Third',
        options: ['1', '2', '3', '1 and 2'],
        correct: 3,
      },
    ]);
  });

  test('take the headings of a table to match as one line, not as four options', async () => {
    const content = 'Match.\nCodes:\n     (A)  (B)  (C)  (D)\n(a) 1 2 3 4\nAns: (a)';
    const { errors } = await accepted(text(content), 'paper.txt');
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining('lettered A, A') }]);
  });

  test('are read from the rows of a sheet without column names, with a warning', async () => {
    const lines = typed('abcd', '(x) ', 'Ans: (x)').split('\n');
    const file = makeWorkbook([
      { name: 'Paper', rows: [['Model paper'], [], ...lines.map((line) => (line ? [line] : []))] },
    ]);
    const { rows, errors, warnings } = await accepted(file, 'paper.xlsx');
    expect([rows, errors]).toMatchObject([both, []]);
    expect(rows.map(({ sheet, row, type }) => [sheet, row, type])).toEqual([
      ['Paper', 3, 'Paper'],
      ['Paper', 10, 'Paper'],
    ]);
    expect(warnings[0]?.message).toContain('No row of "Paper" has the column names.');
    const across = lines.map((line) => line.split(/(?<=^\(.\)) /));
    const beside = await accepted(makeWorkbook([{ name: 'Paper', rows: across }]), 'paper.xlsx');
    expect(beside.rows).toMatchObject(both);
  });

  test('in a font that shows other letters are left out', async () => {
    const [head = '', ...lines] = typed('abcd', '(x) ', 'Ans: (x)').split('\n');
    const inFont = `<c r="{ref}" t="inlineStr"><is><r><rPr><rFont val="Kruti Dev 010"/></rPr><t>${head}</t></r></is></c>`;
    const file = makeWorkbook([
      { name: 'Paper', rows: [[{ xml: inFont }], ...lines.map((line) => [line])] },
    ]);
    const { rows, errors } = await accepted(file, 'paper.xlsx');
    expect(errors).toMatchObject([
      { row: 1, message: expect.stringContaining('in the font "Kruti Dev 010" (cell A1)') },
    ]);
    expect(rows).toMatchObject(both.slice(1));
  });
});

describe('a right answer that is marked at its option', () => {
  const cities = ['Mumbai', 'Delhi', 'Pune', 'Goa'];
  const colours = ['red', 'green', 'blue', 'white'];
  const paper = (...questions: string[]) => text(questions.join('\n\n'));
  const read = [
    { text: 'Which city?', options: cities, correct: 1 },
    { text: 'Which colour?', options: colours, correct: 3 },
  ];
  const told = (marked: string) =>
    `The options that are marked, such as "${marked}", are right. Their marks are left out, because candidates must not see them.`;

  test.each([
    ['a star, as Respondus has it', '*b) Delhi', ['a) ', '*b) ', 'c) ', 'd) ', '*d) ']],
    [
      'a star between a number and letters',
      '*(2) Delhi',
      ['(1) ', '*(2) ', '(3) ', '(4) ', '*(4) '],
    ],
    ['a tick in front', '✅ B. Delhi', ['A. ', '✅ B. ', 'C. ', 'D. ', '✔️ D. ']],
    ['a tick behind the letter', 'b) ✅ Delhi', ['a) ', 'b) ✅ ', 'c) ', 'd) ', 'd) ✓ ']],
    ['a tick and crosses', '✅ b) Delhi', ['❌ a) ', '✅ b) ', '❌ c) ', '❌ d) ', '✅ d) ']],
    ['a tick in Hindi', '(ख) ✔ Delhi', ['(क) ', '(ख) ✔ ', '(ग) ', '(घ) ', '(घ) ✔ ']],
    ['a tick without letters', '✅ Delhi', ['', '✅ ', '', '', '✅ ']],
  ])(
    'is read from %s, with a warning',
    async (_, marked, [a = '', b = '', c = '', d = '', right = '']) => {
      const plain = b.replace(/[*✅✔]\s?/u, '').replace(/^❌ /, '');
      const first = `1. Which city?\n${a}Mumbai\n${b}Delhi\n${c}Pune\n${d}Goa`;
      const second = `2. Which colour?\n${a}red\n${plain}green\n${c}blue\n${right}white`;
      const { rows, errors, warnings } = await accepted(text(`${first}\n\n${second}`), 'paper.txt');
      expect([rows, errors]).toMatchObject([read, []]);
      expect(warnings.filter(({ message }) => message.includes('marked'))).toMatchObject([
        { row: 1, message: told(marked) },
      ]);
    },
  );

  test.each(['Delhi ✅', 'Delhi ☑️', 'Delhi (correct)', 'Delhi [Ans]'])(
    'is read from a mark after the option: %j',
    async (said) => {
      const question = (option: string) => `Which city?\nMumbai\n${option}\nPune\nGoa`;
      const withLetters = (option: string) =>
        `Which city?\na) Mumbai\nb) ${option}\nc) Pune\nd) Goa`;
      for (const content of [
        question(said),
        withLetters(said),
        `${withLetters(said)}\nAnswer: B`,
      ]) {
        const { rows, errors } = await accepted(text(content), 'paper.txt');
        expect([rows, errors]).toMatchObject([[read[0]], []]);
      }
    },
  );

  test('keeps an explanation below it out of the next question, and the explanation is reported', async () => {
    const first = 'Which city?\nMumbai\nDelhi ✅\nPune\nGoa\nEx: It is Delhi.';
    const second = 'Which colour?\nred\ngreen\nblue\nwhite ✅';
    const { rows, errors } = await accepted(text(`${first}\n\n${second}`), 'paper.txt');
    expect([rows, errors]).toMatchObject([
      read,
      [{ row: 6, message: expect.stringContaining('"Ex: It is Delhi."') }],
    ]);
  });

  test('is not seen in a question that asks what such a mark means, and keeps the mark', async () => {
    const options = 'a) right\nb) wrong\nc) perhaps\nd) never';
    const content = `1. What does this mean? ✓\n${options}\nAns: a\n\n2. And this? (correct)\n${options}\nAns: b`;
    const { rows, errors, warnings } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([
      [
        { text: 'What does this mean? ✓', correct: 0 },
        { text: 'And this? (correct)', correct: 1 },
      ],
      [],
    ]);
    expect(warnings.map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining('marked'),
    );
  });

  test('leaves the question out if another answer stands below and the last option is nothing but a mark', async () => {
    const content = 'Which city?\na) Mumbai\nb) Delhi ✓\nc) Pune\nd) ✓\nAns: c';
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect(rows).toEqual([]);
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining('mark "✓"') }]);
  });

  test('never replaces a key at the end: the question with the mark is left out', async () => {
    const signs = '1. Which one is a star?\na) ✓ tick\nb) * star\nc) - dash\nd) . dot';
    const city = '2. Which city?\na) Mumbai\nb) Delhi\nc) Pune\nd) Goa';
    const { rows, errors } = await accepted(paper(signs, city, 'Answers\n1. b\n2. b'), 'paper.txt');
    expect(rows).toMatchObject([read[0]]);
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining('mark "✓"') }]);
  });

  test.each([
    ['two are marked', 'Which city?\n*a) Mumbai\n*b) Delhi\nc) Pune\nd) Goa'],
    [
      'the answer below is another',
      'Which city?\na) Mumbai\n*b) Delhi\nc) Pune\nd) Goa\nAnswer: C',
    ],
    [
      'two are marked, of which one is the answer',
      'Which city?\na) Mumbai ✅\nb) Delhi ✅\nc) Pune\nd) Goa ❌\nAnswer: E',
    ],
    ['there are five options', 'Which city?\na) Mumbai\n*b) Delhi\nc) Pune\nd) Goa\ne) Agra'],
    [
      'the last option goes on in the next line',
      'Which city?\na) Mumbai\n*b) Delhi\nc) Pune\nd) Goa\nand Agra\nANSWER: none',
    ],
    ['none is marked', 'Which city?\na) Mumbai\nb) Delhi\nc) Pune\nd) Goa'],
  ])('is not guessed if %s: the question is left out, and the others are read', async (_, odd) => {
    const sound = 'Which colour?\na) red\nb) green\nc) blue\n*d) white';
    const { rows, errors } = await accepted(paper(`1. ${odd}`, `2. ${sound}`), 'paper.txt');
    expect(rows.map(({ options }) => options)).toEqual([colours]);
    expect(rows[0]?.text).not.toMatch(/Mumbai|Delhi/);
    expect(errors.length).toBeGreaterThan(0);
  });

  test.each([
    ['two are marked', 'Which city?\nMumbai ✅\nDelhi ✅\nPune\nGoa'],
    ['the question has two lines', 'Look.\nWhich city?\nMumbai\nDelhi ✅\nPune\nGoa'],
    ['there are three options', 'Which city?\nMumbai\nDelhi ✅\nPune'],
    ['an option has a letter', 'Which city?\nMumbai\nDelhi ✅\nC. Pune\nGoa'],
    ['none is marked', 'Which city?\nMumbai\nDelhi\nPune\nGoa'],
  ])('is not guessed among lines without letters if %s', async (_, odd) => {
    const sound = 'Which colour?\nred\ngreen\nblue\nwhite ✅';
    const { rows, errors } = await accepted(text(`${odd}\n\n${sound}`), 'paper.txt');
    expect(rows).toMatchObject([read[1]]);
    expect(errors.length).toBeGreaterThan(0);
  });
});

describe('an answer in words', () => {
  const question = (options: readonly string[], answer: string) =>
    `Which?\n${options.map((option, at) => `${'ABCD'[at]}) ${option}`).join('\n')}\n${answer}`;
  const cities = ['Mumbai', 'New Delhi', 'Pune', 'Goa'];

  test.each([
    'Answer: New Delhi',
    'Correct Answer: new delhi.',
    '**Ans:** New  Delhi',
    '*Answer: New Delhi*',
  ])('is taken as the option with these words: %j', async (answer) => {
    const { rows, errors } = await accepted(text(question(cities, answer)), 'paper.txt');
    expect([rows, errors]).toMatchObject([[{ options: cities, correct: 1 }], []]);
  });

  test.each([
    ['that no option has', cities, 'Agra'],
    ['that two options have', ['Goa', 'Pune', 'goa', 'Delhi'], 'GOA'],
    ['that may be a number', ['2', '3', '4', '5'], '4'],
    ['that may be a Roman number', ['ii', 'i', 'iv', 'iii'], 'ii'],
  ])('%s is reported, and the other question is read', async (_, options, answer) => {
    const paper = `${question(options, `Answer: ${answer}`)}\n\n${question(cities, 'Answer: Pune')}`;
    const { rows, errors } = await accepted(text(paper), 'paper.txt');
    expect(rows).toMatchObject([{ options: cities, correct: 2 }]);
    expect(errors).toMatchObject([
      {
        row: 1,
        message: expect.stringMatching(/is not one letter|may be the option that says so/),
      },
    ]);
  });
});

test.each([
  ['4', ['2', '3', '4', '5']],
  ['(3)', ['2', '3', '5', '4']],
  ['ii', ['ii', 'i', 'iv', 'iii']],
])(
  'a question with the answer %j below lettered options is left out if another option has that text',
  async (answer, options) => {
    const question = (said: readonly string[]) =>
      `Which?\n${said.map((option, at) => `${'ABCD'[at]}) ${option}`).join('\n')}\nAnswer: ${answer}`;
    const words = ['red', 'green', 'blue', 'white'];
    const paper = `${question(options)}\n\n${question(words)}`;
    const { rows, errors } = await accepted(text(paper), 'paper.txt');
    expect(rows).toMatchObject([{ options: words }]);
    expect(errors).toMatchObject([
      { row: 1, message: expect.stringContaining('may be the option') },
    ]);
    const numbered = question(options).replace(
      /^[A-D]\)/gm,
      (sign) => `(${sign.charCodeAt(0) - 64})`,
    );
    const romans = numbered.replace(/^\([1-4]\)/gm, (sign) =>
      sign.replace(/[1-4]/, (digit) => ['', 'i', 'ii', 'iii', 'iv'][Number(digit)] ?? ''),
    );
    const content = text(/\d/.test(answer) ? numbered : romans);
    expect((await accepted(content, 'p.txt')).errors).toEqual([]);
  },
);

describe('what only looks as if it stood around typed questions', () => {
  const options = '(a) one\n(b) two\n(c) three\n(d) four\nAns: (a)';
  const textsOf = async (...questions: string[]) => {
    const content = questions.map((question) => `${question}\n${options}`).join('\n\n');
    return (await accepted(text(content), 'paper.txt')).rows.map((row) => row.text);
  };

  test.each([
    ['the only number of a file', ['1. Which?'], ['1. Which?']],
    ['numbers that repeat', ['1. Which?', '1. What?'], ['1. Which?', '1. What?']],
    ['numbers that fall', ['7. Which?', '3. What?'], ['7. Which?', '3. What?']],
    [
      'a title where the next question has no number',
      ['SCIENCE TEST\n1. Which?', 'What?'],
      ['SCIENCE TEST\n1. Which?', 'What?'],
    ],
    [
      'lines above the first number that are too many for a title',
      [`${'SCIENCE TEST\n'.repeat(13)}1. Which?`, '2. What?'],
      [`${'SCIENCE TEST\n'.repeat(13)}Which?`, 'What?'],
    ],
    [
      'statements in numbers below a question that has its own',
      ['1) Which are right?\n1. This\n2. That', '2) What?'],
      ['Which are right?\n1. This\n2. That', 'What?'],
    ],
  ])('stays: %s', async (_, questions, kept) => {
    expect(await textsOf(...questions)).toEqual(kept);
  });

  test('the numbers of two questions that differ by their options alone are left out', async () => {
    const [one, two] = [`1. Which?\n${options}`, `2. Which?\n${options.replace('one', 'five')}`];
    const { rows } = await accepted(text(`${one}\n\n${two}`), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual(['Which?', 'Which?']);
  });

  test('an explanation that goes on with "Read …" does not get into the next question', async () => {
    const below = 'Sol. It is one.\nRead chapter 2, where (a) stands.';
    const content = `1. Which?\n${options}\n${below}\n\n2. What?\n${options}`;
    const { rows } = await accepted(text(content), 'paper.txt');
    expect(rows.map((row) => row.text)).toEqual(['Which?', 'What?']);
  });

  test('an indented paper is read as one that is not', async () => {
    const paper = `SCIENCE TEST\nTime: 1 hour\n1. Which?\n${options}\nSol. It is.\n\nSection B\n2. What?\n${options}`;
    const read = async (content: string) => (await accepted(text(content), 'paper.txt')).rows;
    const rows = await read(paper);
    expect(rows.map((row) => row.text)).toEqual(['Which?', 'What?']);
    expect(await read(paper.replace(/^/gm, '   '))).toEqual(rows);
  });
});

describe('notes within a typed question, which candidates must not see', () => {
  const cities = ['Mumbai', 'Delhi', 'Pune', 'Goa'];
  const rivers = ['Ganga', 'Yamuna', 'Krishna', 'Kaveri'];
  const both = [
    { text: 'Which city?', options: cities, correct: 1 },
    { text: 'Which river?', options: rivers, correct: 0 },
  ];
  const told = (note: string) =>
    `"${note}" was left out, and so were other notes that candidates must not see.`;
  const messages = ({ warnings }: FileReading) => warnings.map(({ message }) => message);

  test.each([
    [
      'Respondus, with stars',
      `Title: Cities\nID: C1\n\nType: MC\nTitle: A city\nPoints: 2\n1) Which city?\n~ It is in the north.\na. Mumbai\n@ No.\n*b. Delhi\n@ Yes, well done.\nc. Pune\nd. Goa\n@ No.\n\nType: MC\n2) Which river?\n~ The longest one.\n*a. Ganga\nb. Yamuna\nc. Krishna\nd. Kaveri`,
      'Title: Cities',
    ],
    [
      'Respondus, with a list of answers',
      '1) Which city?\n~ It is in the north.\na. Mumbai\n@ No.\nb. Delhi\nc. Pune\nd. Goa\n\n2) Which river?\na. Ganga\nb. Yamuna\nc. Krishna\nd. Kaveri\n\nAnswers:\n1. b\n2. a',
      '~ It is in the north.',
    ],
    [
      'text2qti',
      '1. Which city?\n... It is in the north.\n+ Right.\n- Wrong.\na) Mumbai\n... No.\n*b) Delhi\n... Yes.\nc) Pune\nd) Goa\n\n2. Which river?\n*a) Ganga\nb) Yamuna\nc) Krishna\nd) Kaveri',
      '... It is in the north.',
    ],
    ...['Feedback', 'Rationale', 'Explanation', 'Solution', 'Hint', 'Marks', 'व्याख्या'].flatMap(
      (word) =>
        [
          `A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\n${word}: It is.`,
          `A) Mumbai\nB) Delhi\n${word}: It is.\nC) Pune\nD) Goa\n\n${word}: So.\n`,
        ].map((options) => [
          `"${word}" among options or above the answer`,
          `Which city?\n${options}\nANSWER: B\n\nWhich river?\nA) Ganga\nB) Yamuna\nC) Krishna\nD) Kaveri\nANSWER: A`,
          `${word}: It is.`,
        ]),
    ),
  ])('are left out, with a warning: %s', async (_, content = '', note = '') => {
    const reading = await accepted(text(content), 'paper.txt');
    expect([reading.rows, reading.errors]).toMatchObject([both, []]);
    expect(messages(reading)).toContain(told(note));
  });

  const below = (note: string) =>
    `What stands below its answer ("${note}") was left out, and so were such lines below other answers.`;

  test('below an answer they are left out where they have one line', async () => {
    const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\nANSWER: B';
    const paper = (note: string) => `Which city?\n${options}\n${note}\n\nWhich?\n${options}`;
    const reading = await accepted(text(paper('Feedback: It is.\nHint: so.')), 'paper.txt');
    expect([reading.rows.map((row) => row.text), reading.errors]).toEqual([
      ['Which city?', 'Which?'],
      [],
    ]);
    expect(messages(reading)).toContain(below('Feedback: It is.'));
    // When more text follows, it may be the next question.
    const { errors } = await accepted(text(paper('Feedback: It is.\nIndeed.')), 'paper.txt');
    expect(errors).toMatchObject([
      { row: 7, message: expect.stringContaining('Feedback: It is.') },
    ]);
  });

  test.each([
    ['below an empty line', '\nSolution: It is.', 'Solution: It is.'],
    ['in Markdown', '\n**Explanation:** It is.', 'Explanation: It is.'],
    ['below their name', 'Solution:\nIt is.\nSo it is.', 'Solution:'],
    ['below a name in Markdown', '\n### Solution\n\nIt is.', 'Solution:'],
    ['below a name in bold', '**Detailed Solution**\n\nIt is.', 'Detailed Solution:'],
    ['twice', 'Hint: so.\n\nDetailed solution\n\nIt is.', 'Hint: so.'],
  ])('%s they are left out, too, where questions have no numbers', async (_, note, first) => {
    const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\n\nANSWER: B';
    const one = (asked: string) => `${asked}\n\n${options}\n${note}\n\n`;
    const reading = await accepted(
      text(`${one('Which city?')}SECTION B\n\n${one('Which?')}${one('And now?')}`),
      'paper.txt',
    );
    expect([reading.rows.map((row) => row.text), reading.errors]).toEqual([
      ['Which city?', 'Which?', 'And now?'],
      [],
    ]);
    expect(messages(reading)).toContain(below(first));
  });

  test.each([
    ['a passage', 'Solution:\n\nIt is.\n\nRead this.\n\nWhich now?'],
    ['the next question', 'Solution:\n\nWhich now?\n'],
    ['an option', 'Solution:\nA) is too far.\n\nWhich now?'],
    ['a line of its own', 'Solution: It is.\nWhich now?\n'],
  ])('they are named where %s may stand in them', async (_, between) => {
    const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\nANSWER: B';
    const content = `Which city?\n${options}\n\n${between}\n${options}`;
    const { errors } = await accepted(text(content), 'paper.txt');
    expect(errors[0]).toMatchObject({
      row: 8,
      message: expect.stringContaining('is no part of a question in Aiken'),
    });
  });

  test.each([
    ['S1. Ans.(b)\nSol. It is two.\nS2. Ans.(c)\nSol. (a) is one.', 'S1. Ans.(b)'],
    ['Solutions\n\nS1. Ans.(b)\nSol. It is two.\n\nS2. Ans.(c)', 'Solutions'],
    [
      'Answers with Explanations:\n1. (b) It is two.\n2. (c) It is three.',
      'Answers with Explanations:',
    ],
    ['Detailed Solutions\n1. [b]\nAs it is.\n2. [c]\nSo.', 'Detailed Solutions'],
    ['1. Ans: (b) As it is.\n2. Ans: (c) So.', '1. Ans: (b) As it is.'],
    ['### Answers:\n1. B – two\n2. C – three', '### Answers:'],
    ['**Answer Key**\n\n1. **B) two**\n2. **C) three**', '**Answer Key**'],
  ])('solutions below all questions are their key, and left out: %j', async (solutions, first) => {
    const options = '(a) one\n(b) two\n(c) three\n(d) four';
    const asked = `Directions: Answer the questions.\n1. Which?\n${options}\n2. What?\n${options}\n\n`;
    const reading = await accepted(text(asked + solutions), 'paper.txt');
    expect([reading.rows.map(({ correct }) => correct), reading.errors]).toEqual([[1, 2], []]);
    expect(messages(reading)).toContain(told(first));
  });

  test.each([
    ['one has no question', 'S1. Ans.(b)\nS3. Ans.(c)'],
    ['their numbers do not rise', 'Solutions\n2. (b) As it is.\n1. (c) So.'],
    ['a number comes twice', 'Solutions\n1. (b) As\n2. (c) is.\n2. (d) So.'],
    ['one says another option', 'Answers\n1. B) two\n2. C) four'],
    ['nothing calls them so', '1. (b) As it is.\n2. (c) So.'],
    ['a question stands below', 'S1. Ans.(b)\nS2. Ans.(c)\n3. Why?\n(a) x\n(b) y\n(c) z\n(d) w'],
  ])('solutions below are no key where %s', async (_, solutions) => {
    const options = '(a) one\n(b) two\n(c) three\n(d) four';
    const asked = `1. Which?\n${options}\n2. What?\n${options}\n\n`;
    const outcome = await readQuestionFile(text(asked + solutions), 'paper.txt');
    expect(outcome.ok ? outcome.rows : []).toEqual([]);
  });

  test('an answer with the number of its solution is read, and what explains it left out', async () => {
    const options = '(a) Mumbai\n(b) Delhi\n(c) Pune\n(d) Goa';
    const content = `Q1. Which city?\n${options}\nS1. Ans.(b)\nSol. Delhi it is.\nQ2. Which?\n${options}\nS2. Ans.(c)\nSol. Pune.`;
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect([rows, errors]).toMatchObject([
      [
        { text: 'Which city?', correct: 1 },
        { text: 'Which?', correct: 2 },
      ],
      [],
    ]);
  });

  test('a question after one without options is read, with a warning that the lines left out above may belong to it', async () => {
    const content =
      'Q: Where is he?\nAnswer: In Delhi.\nWhich is a verb?\nA) he\nB) is\nC) in\nD) where\nAnswer: B';
    const reading = await accepted(text(content), 'paper.txt');
    expect(reading).toMatchObject({ rows: [{ text: 'Which is a verb?' }], errors: [{ row: 1 }] });
    expect(messages(reading)).toContain(
      'The lines above it, from line 1 on, were left out and may belong to it. Please check.',
    );
  });

  test.each(['Feedback', 'Rationale', 'Explanation', 'Solution'])(
    'above the options refuse the question: %s must be removed or put in brackets',
    async (word) => {
      const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\nANSWER: B';
      const content = `1. Which city?\n${word}: It is Delhi.\n${options}\n\n2. Which (${word}: north)?\n${options}`;
      const { rows, errors } = await accepted(text(content), 'paper.txt');
      expect([rows, errors]).toMatchObject([
        [{ text: `Which (${word}: north)?` }],
        [
          {
            row: 1,
            message: `The line "${word}: It is Delhi." of the question may tell candidates the answer. Please remove it, or put it in brackets if they should read it.`,
          },
        ],
      ]);
    },
  );

  test.each([
    ['a negation', 'Which negates this?\n~ p'],
    ['about so much', 'How many bags hold\n~ 20 kg of rice?'],
    ['a rate', 'What is the interest on Rs 500\n@ 5% a year?'],
    ['a rate below a number', '1. What is the interest on Rs 500\n@ 5% a year?'],
    ['C', 'What is left?\n*p.next = 5;\n\nid: 7'],
    [
      'a source of a statement',
      'Think:\n1. One.\nSource: a book\n2. Two.\nReason: none\n3. Three.',
    ],
    ['a solution', 'This is stirred.\nSolution: 5 g of salt in 95 g of water. How strong is it?'],
    ['code', 'What is printed?\n@Override\npublic String toString()'],
    ['a gap at the beginning', 'Which?\n... is in the north.'],
    ['a hint for candidates', 'Which?\nHint: it is in the north.'],
    ['an example', 'Ex: 2, 4 gives 6. What gives 3, 6?'],
    ['a gap for an answer', 'Fill in.\nAnswer: ____\nThe capital is'],
    ['a title', 'Title: The sea\nWhich poem?'],
  ])('don’t include %s, which stays in its question', async (_, question) => {
    const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\nANSWER: B';
    const content = `${question}\n${options}\n\n${question}!\n${options}`;
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    const said = question.replace('\n\n', '\n');
    expect([rows.map((row) => row.text), errors]).toEqual([[said, `${said}!`], []]);
  });

  test('an explanation between empty lines is no part of the question below it, and is reported', async () => {
    const options = 'A) Mumbai\nB) Delhi\nC) Pune\nD) Goa\nANSWER: B';
    const content = `Which?\n${options}\n\nEx: It is Delhi.\n\nWhich now?\n${options}`;
    const { rows, errors } = await accepted(text(content), 'paper.txt');
    expect([rows.map((row) => row.text), errors]).toMatchObject([
      ['Which?', 'Which now?'],
      [{ row: 8, message: expect.stringContaining('"Ex: It is Delhi."') }],
    ]);
  });

  test.each([
    ['right above', '\n'],
    ['above an empty line', '\n\n'],
    ['above what is asked', '\n\nWhich are right?\n\n'],
  ])('statements are not mistaken for options if one has a tick: %s', async (_, between) => {
    const statements = '1. The first.\n2. The second. ✓\n3. The third.\n4. The fourth.';
    const options = '(a) 1 and 2\n(b) 2 only\n(c) 3 only\n(d) 4 only';
    const content = `Think of these:\n${statements}${between}${options}\nAns: (b)`;
    const reading = await accepted(text(content), 'paper.txt');
    expect([reading.rows, reading.errors]).toMatchObject([
      [{ options: ['1 and 2', '2 only', '3 only', '4 only'], correct: 1 }],
      [],
    ]);
    expect(reading.rows[0]?.text).toContain(statements);
    expect(messages(reading)).toContain(
      'Questions has the mark "✓", which may tell candidates the answer. Please check.',
    );
  });
});
