/** Which option a CorrectAnswer names, rule by rule (the decisions are in the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { type Cells, cities, line, number, read, readSheets } from '#tests/api/question-rows.ts';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { type BookCell, styles } from '#tests/support/make-workbook.ts';

describe('CorrectAnswer', () => {
  const correctOf = async (...cells: Cells[]) =>
    (await read(cells.map(line))).rows.map(({ correct }) => correct);

  test.each([
    'b',
    '(B)',
    '[b]',
    'B.',
    'b:',
    '2',
    ' 2 ',
    '2.',
    '(2)',
    '2.0',
    'OptionTwo',
    'option two',
    'Option 2',
    'OPTION-B',
    'Option (b)',
    'Choice B',
    'Answer: B',
    'second option',
    'विकल्प ख',
    'ఎంపిక 2',
    'Ans. B',
    'mumbai',
    'b) Mumbai',
    'B - Mumbai',
    '२',
    '౨',
    'Ｂ',
    'Mumbai\u00a0',
    'Ans: Mumbai',
    'Answer - (B)',
    'उत्तर: B',
    'Option B: Mumbai',
    'Option B - Mumbai',
    'B Mumbai',
    '(b)  Mumbai',
    'Mumbai (B)',
    'Mumbai.',
    '‘B’',
    'B,',
    '(B).',
    'ब',
    '(ब)',
    'विकल्प ब',
    'II',
    'ii',
    '(ii)',
    'II.',
    'No. 2',
    'no 2',
    '#2',
    'Option No. 2',
    'Ans. No. 2',
    'B (Mumbai)',
    'Answer is B',
    'The correct answer is (b).',
    'Correct option is B',
    'The answer is Mumbai',
    'Correct: B',
    'op_b',
    '“Mumbai”',
    '"mumbai"',
  ])('%j names the second option', async (answer) => {
    expect(await correctOf({ answer })).toEqual([1]);
  });

  test.each([
    '0',
    '5',
    'E',
    'A,B',
    'A and C',
    '1, 2',
    'BD',
    'OptionFive',
    'Mum',
    '#N/A',
    '-1',
    '1.5',
    'None',
  ])('%j names no option, and the row is refused', async (answer) => {
    const { rows, errors } = await read([line({ answer }), line({})]);
    expect([rows.length, errors.map(({ row, column }) => [row, column])]).toEqual([
      1,
      [[2, 'CorrectAnswer']],
    ]);
  });

  test.each([
    ['AB', 'names more than one option'],
    ['A, C', 'names more than one option'],
    ['B) Delhi', 'names OptionTwo, but its text is that of OptionOne'],
    ['Option B: Delhi', 'names OptionTwo, but its text is that of OptionOne'],
    ['क', 'is none of the four options'], // the first letter of क ख ग घ, but the third of अ ब क ड
  ])('the reason why %j is refused is given', async (answer, said) => {
    const { errors } = await read([line({ answer })]);
    expect(errors).toMatchObject([{ row: 2, message: expect.stringContaining(said) }]);
  });

  test.each<[string, string[]]>([
    ['1,2', ['2', '3', '4', '6']],
    ['1 2', ['2', '3', '4', '6']],
    ['1,2,3', ['2,3', '1,3', '1,4', '4']],
    ['A, B', ['B', 'C', 'D', 'A']],
    ['(a), (b)', ['C', 'A', 'B', 'D']],
    ['Options A, B', ['B', 'C', 'D', 'A']],
    ['1,2', ['3', '2', '4', '6']],
  ])('%j names two places, even if the second is an option’s text: %j', async (answer, options) => {
    const { rows, errors } = await read([line({ options, answer }), line({})]);
    expect([rows.length, errors]).toMatchObject([
      1,
      [{ row: 2, message: expect.stringContaining('names more than one option') }],
    ]);
  });

  test.each([
    ['B) 4', ['2', '4', '6', '8']],
    ['B 4', ['2', '4', '6', '8']],
    ['1, 2', ['1', '1, 2', '2, 3', '1, 3']],
  ])('%j is a label with its text, or a text, among %j', async (answer, options) => {
    expect(await correctOf({ options, answer })).toEqual([1]);
  });

  const doubtful = { options: ['2', '4', '6', '8'], answer: '4' };
  test.each([
    ['the text, in a file answered by texts', {}, 1],
    ['the place, in a file answered by numbers', { answer: 3 }, 3],
    ['the text, in a file answered by letters', { answer: 'C' }, 1],
  ])(
    'an answer that can be read in two ways is %s, with a warning',
    async (_, others: Cells, correct) => {
      const reading = await read([line(doubtful), line(others), line(others)]);
      expect(reading.rows[0]?.correct).toBe(correct);
      expect(reading.warnings.map(({ row, column }) => [row, column])).toEqual([
        [2, 'CorrectAnswer'],
      ]);
    },
  );

  test.each([
    ['mumbai', ['Delhi', 'Mumbai', '(Mumbai)', 'Pune']],
    ['mumbai', ['Delhi', 'B) Mumbai', '"Mumbai"', 'Pune']],
    ['mumbai', ['Delhi', 'Mumbai', 'C) Mumbai', 'Pune']],
  ])('%j means the option that is most like it among %j', async (answer, options) => {
    expect(await correctOf({ options, answer })).toEqual([1]);
  });

  test('answers that can be read in two ways don’t show how the rest of a file is answered', async () => {
    const reading = await read([line(doubtful), line(doubtful), line({ answer: 3 })]);
    expect(reading.rows.map(({ correct }) => correct)).toEqual([3, 3, 2]);
    expect(reading.warnings[0]?.message).toContain(
      'taken as the number of OptionFour, not as the text of OptionTwo',
    );
  });

  test('a number means the option with that value, however each is formatted', async () => {
    const options = [2, 3, 4, 1].map((value) => number(value, styles.twoPlaces));
    const reading = await read([line({ options, answer: 3 }), line({})]);
    expect(reading.rows[0]).toMatchObject({
      options: ['2.00', '3.00', '4.00', '1.00'],
      correct: 1,
    });
    expect(reading.warnings.map(({ row }) => row)).toEqual([2]);
  });

  test.each([
    [0.25, ['10%', '25%', '50%', '75%']],
    ['25%', ['10 %', '25 %', '50 %', '75 %']],
    ['1000', ['1', '1,000', '100', '10']],
    [100000, ['1,000', '1,00,000', '10,000', '10,00,000']],
  ])(
    'the number %j means the option with that value, even if the option is text',
    async (answer, options) => {
      expect(await correctOf({ options, answer })).toEqual([1]);
    },
  );

  test.each<[string, BookCell[], number]>([
    ['Ans: 4', ['2', '4', '6', '8'], 1],
    ['Option C: 3.5 m', ['1.5 m', '2.5 m', '3.5 m', '4.5 m'], 2],
    ['C) 3:30', ['1:30', '2:30', '3:30', '4:30'], 2],
  ])('in %j the text after the preface or the letter counts', async (answer, options, at) => {
    const { rows, warnings } = await read([line({ options, answer })]);
    expect([rows.map(({ correct }) => correct), warnings.length]).toEqual([[at], 1]);
  });

  test('a number is never mistaken for the label of another option: 5 is not 3.5 in the third place', async () => {
    const options = ['1.1', '2.2', '3.5', '9'];
    expect((await read([line({ options, answer: '5' }), line({})])).errors).toMatchObject([
      { row: 2, column: 'CorrectAnswer' },
    ]);
  });

  test.each<[string, BookCell[], number]>([
    ['ii', ['(i) Delhi', '(ii) Mumbai', '(iii) Pune', '(iv) Goa'], 1],
    ['II', ['I', 'III', 'II', 'IV'], 2],
    ['No. 2', ['No. 2', 'No. 1', 'No. 4', 'No. 3'], 0],
  ])('%j among %j means an option’s text or label', async (answer, options, at) => {
    const { rows, warnings } = await read([line({ options, answer })]);
    const ofAnswers = warnings.filter(({ column }) => column === 'CorrectAnswer');
    expect([rows.map(({ correct }) => correct), ofAnswers]).toEqual([[at], []]);
  });

  test('a Roman number names no place when options mention Roman numbers: II may mean the option “II only”', async () => {
    const options = ['Both I and II', 'I only', 'II only', 'Neither'];
    const answers = ['II', 'Ans: II', 'Answer II', 'Option II'];
    const { rows, errors } = await read(answers.map((answer) => line({ options, answer })));
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      [2, 3, 4].map((row) => [row, 'CorrectAnswer']),
    );
    expect(rows).toMatchObject([{ row: 5, correct: 1 }]);
  });

  const named = (letters: string) => [
    'प्रश्न',
    ...letters.split('|'),
    'उत्तर',
    'अंक',
    'Negative',
    'विषय',
  ];
  test.each<[string, string[], BookCell[], number[]]>([
    ['under the names अ ब क ड', named('अ|ब|क|ड'), ['क', '(क)', 'पर्याय क'], [2, 2, 2]],
    ['under the names क ख ग घ', named('(क)|(ख)|(ग)|(घ)'), ['क', 'क)', 'विकल्प क'], [0, 0, 0]],
    ['beside answers ख and ग', columns, ['क', 'ख', 'ग'], [0, 1, 2]],
    ['beside answers अ and ब', columns, ['विकल्प क', 'अ', 'ब'], [2, 0, 1]],
    ['in Gujarati', named('વિકલ્પ અ|વિકલ્પ બ|વિકલ્પ ક|વિકલ્પ ડ'), ['ક', 'વિકલ્પ ક'], [2, 2]],
  ])('the letter क %s has the place that they show', async (_, header, answers, places) => {
    const { rows, errors } = await read(
      answers.map((answer) => line({ answer })),
      header,
    );
    expect([rows.map(({ correct }) => correct), errors]).toEqual([places, []]);
  });

  test('the letter क is refused in a file with both अ and ख, because it may mean either place', async () => {
    const { rows, errors } = await read(['विकल्प क', 'अ', 'ख'].map((answer) => line({ answer })));
    expect([rows.length, errors.map(({ row }) => row)]).toEqual([2, [2]]);
  });

  test.each<[string, BookCell[], number]>([
    ['B', ['(b) Mumbai', '(a) Delhi', '(c) Pune', '(d) Goa'], 0],
    ['4', ['4. Mumbai', '1. Delhi', '2. Pune', '3. Goa'], 0],
  ])(
    '%j among options labelled in another order means the option with that label, with a warning',
    async (answer, options, at) => {
      const { rows, warnings } = await read([line({ options, answer }), line({ answer: 'A' })]);
      expect(rows[0]?.correct).toBe(at);
      expect(warnings).toMatchObject([
        { row: 2, message: expect.stringContaining('which is labelled so') },
      ]);
    },
  );

  test('a number is not the letter of a label: 2 is the second place among options labelled b, a, c, d', async () => {
    const options = ['(b) Mumbai', '(a) Delhi', '(c) Pune', '(d) Goa'];
    expect(await correctOf({ options, answer: '2' })).toEqual([1]);
  });

  test('options with labels of their own are matched without the labels', async () => {
    expect(
      await correctOf({ options: ['a) Delhi', 'b) Mumbai', 'c) Pune', 'd) Goa'], answer: 'Pune' }),
    ).toEqual([2]);
  });
});

describe('options', () => {
  test.each([
    ['Red ', 'OptionTwo'],
    ['Red\u00a0', 'OptionTwo'],
    [null, 'OptionTwo'],
    ['\u200b', 'OptionTwo'],
  ])('a second option %j after Red is refused in its column', async (second, column) => {
    const { errors } = await read([
      line({ options: ['Red', second, 'Blue', 'Green'], answer: 'Blue' }),
    ]);
    expect(errors.map((each) => each.column)).toEqual([column]);
  });

  test('an answer that differs from an option only in spaces means that option, with a warning, unless it is a number', async () => {
    const options = ['10 km', '20 km', '1 1', '40 km'];
    const { rows, errors, warnings } = await read([
      line({ options, answer: '20km' }),
      line({ options, answer: '11' }),
    ]);
    expect(rows).toMatchObject([{ correct: 1 }]);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('is taken as OptionTwo') }]);
    expect(errors).toMatchObject([{ row: 3, column: 'CorrectAnswer' }]);
  });

  test('an answer in one of two languages of an option is that option, with a warning', async () => {
    const both = (sign: string) =>
      ['दिल्ली', 'मुंबई', 'चेन्नई', 'कोलकाता'].map((city, at) => `${cities[at]}${sign}${city}`);
    const { rows, errors, warnings } = await read([
      line({ options: both('\n'), answer: 'Mumbai' }),
      line({ options: both(' / '), answer: 'मुंबई' }),
      line({ options: both(' | ').with(2, 'Mumbai | पुणे'), answer: 'Mumbai' }),
      line({ options: ['Goa / Pune', 'Agra / Surat', 'Delhi / Patna', 'Ooty'], answer: 'Agra' }),
    ]);
    expect(rows.map(({ row, correct }) => [row, correct])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(errors.map(({ row }) => row)).toEqual([4, 5]);
    expect(warnings.filter(({ message }) => message.includes('almost the same'))).toHaveLength(2);
  });

  test('options that differ only in case are different', async () => {
    expect(
      (await read([line({ options: ['PH', 'pH', 'Ph', 'ph'], answer: 'pH' })])).rows[0]?.correct,
    ).toBe(1);
  });

  test('an empty text from a formula counts as empty, and a formula that was never calculated is reported by its cell', async () => {
    const formula = (xml: string): BookCell => ({ xml: `<c r="{ref}"${xml}</c>` });
    const { errors } = await read([
      line({ answer: formula(' t="str"><f>""</f><v></v>') }),
      line({ answer: formula('><f>B3</f>') }),
      line({
        options: [formula(' t="str"><f>A1</f><v>&amp;lt;b&amp;gt;</v>'), 'x', 'y', 'z'],
        answer: 'A',
      }),
    ]);
    expect(errors.map(({ message }) => message)).toEqual([
      'CorrectAnswer is empty.',
      expect.stringContaining('without a stored value (cell F3)'),
    ]);
  });

  test('a text that a formula stored keeps its characters', async () => {
    const stored: BookCell = { xml: '<c r="{ref}" t="str"><f>A1</f><v>&amp;lt;b&amp;gt;</v></c>' };
    expect(
      (await read([line({ options: [stored, 'x', 'y', 'z'], answer: 'A' })])).rows[0]?.options[0],
    ).toBe('&lt;b&gt;');
  });
});

test('an answer that Excel turned into a date is reported as a date', async () => {
  const answer = number(46054, styles.date);
  const { errors } = await read([line({ answer, options: ['1/2', '1/3', '1/4', '1/5'] })]);
  expect(errors).toMatchObject([
    { row: 2, message: expect.stringContaining('CorrectAnswer is a date (01-02-2026)') },
  ]);
});

describe('answers in more than one place', () => {
  const header = ['Question', 'A', 'B', 'C', 'D', 'Correct Answer', 'Answer'];
  const row = (text: string, ...answers: string[]) => [text, ...cities, ...answers];

  test('another column may name the same option in other words, or name none', async () => {
    const rows = [row('One?', 'B', 'Mumbai'), row('Two?', '3', 'See page 4'), row('Three?', 'a')];
    const reading = await read(rows, header);
    expect([reading.rows.map(({ correct }) => correct), reading.errors]).toEqual([[1, 2, 0], []]);
  });

  test('another column may count the options from 0', async () => {
    const rows = [row('One?', 'A', '0'), row('Two?', 'C', '2'), row('Three?', 'D', '3')];
    const reading = await read(rows, header);
    expect([reading.rows.map(({ correct }) => correct), reading.errors]).toEqual([[0, 2, 3], []]);
  });

  test.each([
    ['two headings', header],
    ['one heading twice', header.with(6, 'Correct answer')],
    ['two languages', header.with(5, 'Answer (English)').with(6, 'Answer (Hindi)')],
  ])('a row is refused if two columns name different options: %s', async (_, names) => {
    const { rows, errors } = await read([row('One?', 'B', 'Mumbai'), row('Two?', 'B', 'D')], names);
    expect([rows, errors]).toMatchObject([
      [{ text: 'One?', correct: 1 }],
      [
        {
          row: 3,
          column: 'CorrectAnswer',
          message: `CorrectAnswer is another option than "D" in column "${names[6]}" names; a question has one right answer.`,
        },
      ],
    ]);
  });

  test.each([
    ['Which?\nAnswer: B', 'Answer: B', ''],
    ['Which?\nAns. Mumbai', 'Ans. Mumbai', ''],
    ['Which?\nसही उत्तर: (B)', 'सही उत्तर: (B)', ''],
    ['Which? Ans: B', 'Which? Ans: B', ''],
    ...['Explanation: so.', 'व्याख्या: so.'].map((said) => [
      `Which? Answer: B) Mumbai ${said}`,
      `Which? Answer: B) Mumbai ${said}`,
      '',
    ]),
    ['Which? [Answer - Mumbai]\nOr not?', 'Which? [Answer - Mumbai]', ''],
    ...['Explanation: so.', 'हल: so.'].map((said) => [
      `Which?\n${said}`,
      said,
      ', or put it in brackets if they should read it',
    ]),
  ])('a question that gives away its answer is refused: %j', async (text, said, more) => {
    const { rows, errors } = await read([line({ text, answer: 'B' })]);
    expect([rows, errors]).toMatchObject([
      [],
      [
        {
          column: 'Questions',
          message: `The line "${said}" of the question may tell candidates the answer. Please remove it${more}.`,
        },
      ],
    ]);
  });

  test.each([
    'Which?\nAnswer: D',
    'Which? Ans: D',
    'Which answer?',
    'What is printed?\nint ans = 2;\nprint(ans)',
    'This is stirred.\nSolution: salt in water. How strong is it?',
    'This is stirred.\nहल: salt in water.\nIt is called ____',
    'Which?\n(Explanation: none)',
    'Explanation: which?',
  ])('a question may contain %j', async (text) => {
    const { rows } = await read([line({ text, answer: 'B' })]);
    expect(rows).toMatchObject([{ text }]);
  });
});

describe('right options that only a mark shows', () => {
  const header = ['Question Type', 'Question Text', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4'];
  const row = (text: string, ...options: string[]) => ['MC', text, ...options];

  test.each(['*Mumbai', '✓ Mumbai', 'Mumbai (correct)', 'Mumbai <- correct'])(
    'are read without the mark: %s',
    async (marked) => {
      const others = ['Delhi', 'Pune', 'Goa'];
      const rows = [
        row('One?', ...others.toSpliced(1, 0, marked)),
        row('Two?', ...others.toSpliced(2, 0, marked)),
      ];
      const reading = await read(rows, header);
      expect([reading.rows, reading.errors]).toMatchObject([
        [
          { text: 'One?', type: 'Made', correct: 1, options: others.toSpliced(1, 0, 'Mumbai') },
          { text: 'Two?', type: 'Made', correct: 2, options: others.toSpliced(2, 0, 'Mumbai') },
        ],
        [],
      ]);
      expect(reading.warnings.map(({ message }) => message)).toContain(
        `The options that are marked, such as "${marked}", are right. Their marks are left out, because candidates must not see them.`,
      );
    },
  );

  test('lose their marks in the second language as well', async () => {
    const header = ['English', 'Hindi'].flatMap((language) => [
      `Question (${language})`,
      ...[1, 2, 3, 4].map((place) => `Option ${place} (${language})`),
    ]);
    const rows = [
      ['One?', 'a', '*b', 'c', 'd', 'एक?', 'क', '*ख', 'ग', 'घ'],
      ['Two?', '*a', 'b', 'c', 'd', 'दो?', 'क', 'ख', 'ग', 'घ'],
      ['Three?', '*a', 'b', 'c', 'd', 'तीन?', 'क', '*ख', 'ग', 'घ'],
      ['Four?', 'a', 'b', 'c', '*d', 'चार?', 'क', 'ख', 'ग', '*घ'],
    ];
    const reading = await read(rows, header);
    const options = ['a / क', 'b / ख', 'c / ग', 'd / घ'];
    expect(reading.rows).toMatchObject([
      { text: 'One?\nएक?', options, correct: 1 },
      { options, correct: 0 },
      { options, correct: 3 },
    ]);
    expect(reading.errors).toMatchObject([
      { row: 4, message: expect.stringContaining('"A, B" names more than one option') },
    ]);
  });

  test('are missing or several in a question that is refused', async () => {
    const right = ['One?', 'Two?', 'Three?'].map((text) => row(text, '*1 m', '2 m', '3 m', '4 m'));
    const { rows, errors } = await read(
      [...right, row('Four?', '*1 m', '*2 m', '3 m', '4 m'), row('Five?', '1 m', '2 m', '3', '4')],
      header,
    );
    expect([rows.length, errors.map(({ message }) => message)]).toEqual([
      3,
      [
        'CorrectAnswer "A, B" names more than one option; a question has one right answer.',
        'CorrectAnswer is empty.',
      ],
    ]);
  });

  test('count as unmarked if only few options have such signs', async () => {
    const rows = [row('One?', '*p', '&p', 'p', '**p'), row('Two?', 'a', 'b', 'c', 'd')];
    const outcome = await readSheets([{ name: 'Made', rows: [header, ...rows] }]);
    expect(outcome).toMatchObject({ ok: false, code: 'missing-columns' });
  });
});

describe('a sign that only the right option has, beside a column of answers,', () => {
  const header = ['Question', '1', '2', '3', '4', 'Answer'];
  const five = ['One?', 'Two?', 'Three?', 'Four?', 'Five?'];
  const texts = async (...rows: string[][]) => {
    const reading = await read(rows, header);
    return {
      options: reading.rows.map(({ options }) => options.join(' ')),
      said: reading.warnings.map(({ message }) => message).filter((said) => said.includes('sign')),
    };
  };

  test.each([
    ['*Pune', 'B'],
    ['* Pune', 'B'],
    ['**Pune**', 'B'],
    ['Pune*', '2'],
    ['*Pune', '*Pune'],
    ['#Pune', '#Pune'],
  ])('is removed if most right options have it: %s, answer %s', async (right, answer) => {
    const others = five.map((text) => [text, 'Agra', right, 'Goa', 'Kochi', answer]);
    const plain = ['Six?', 'Agra', 'Pune', 'Goa', 'Kochi', 'C'];
    const { options, said } = await texts(...others, plain);
    expect(options).toEqual(Array.from({ length: 6 }, () => 'Agra Pune Goa Kochi'));
    expect(said).toEqual([
      `Right options have a sign, such as "${right}". It is left out, because candidates must not see it.`,
    ]);
  });

  test('is removed in both languages of an option', async () => {
    const columns = ['A', 'A (Hindi)', 'B', 'B (Hindi)', 'C', 'C (Hindi)', 'D', 'D (Hindi)'];
    const options = (b: string, hindi: string) =>
      ['Agra', 'आगरा', b, hindi, 'Goa', 'गोवा', 'Kochi', 'कोच्चि'] as const;
    for (const right of [options('*Pune', '*पुणे'), options('Pune', '*पुणे')]) {
      const { rows } = await read(
        five.map((text) => [text, ...right, 'B']),
        ['Question', ...columns.map((each) => `Option ${each}`), 'Answer'],
      );
      expect(rows.map(({ options }) => options[1])).toEqual(five.map(() => 'Pune / पुणे'));
    }
  });

  test.each([
    ['few of them are so', ['~P', '~R', '~S']],
    ['they have different signs', ['~P', '*p', '_x', '#top', '@home', '^b']],
  ])('stays, with a warning, if %s, because it may be logic or code', async (_why, rights) => {
    const rows = rights.map((right) => [`Is ${right} right?`, 'P & Q', right, 'P | Q', 'Q', 'B']);
    const { options, said } = await texts(...rows);
    expect(options).toEqual(rights.map((right) => `P & Q ${right} P | Q Q`));
    expect(said).toHaveLength(rights.length);
  });

  test('stays, with a warning, if few right options have one, because it may be code', async () => {
    const code = ['Which is the value?', '&p', '*p', 'q', 'p&', 'B'];
    const plain = ['Two?', 'Agra', 'Pune', 'Goa', 'Kochi', 'C'];
    expect(await texts(code, plain)).toEqual({
      options: ['&p *p q p&', 'Agra Pune Goa Kochi'],
      said: [
        'Only the right option has a sign ("*p"), which may tell candidates the answer. Please check.',
      ],
    });
  });

  test.each([
    ['others have it, too', ['&p', '*p', '**p', 'p']],
    ['it is all of the option', ['+', '*', '-', '/']],
    ['another is the same without it', ['&p', '*p', 'p', 'p&']],
  ])('stays without a warning if %s', async (_why, options) => {
    const rows = five.map((text) => [text, ...options, 'B']);
    expect(await texts(...rows)).toEqual({
      options: five.map(() => options.join(' ')),
      said: [],
    });
  });
});

describe('a right answer in a column beside three columns of wrong ones', () => {
  test.each([
    'Incorrect Answer 1',
    'Wrong Option 1',
    'Distractor 1',
    'Wrong 1',
    'incorrect_answers__001',
  ])('becomes the first option, with a warning: %s', async (name) => {
    const wrong = [name, name.replace('1', '2 (Optional)'), name.replace('1', '3 (Optional)')];
    const rows = [
      ['One?', '2', '4', '1', '3'],
      ['Two?', 'B', 'A', 'C', 'D'],
    ];
    const reading = await read(rows, ['Question', 'Correct Answer', ...wrong]);
    expect(reading.rows).toMatchObject([
      { text: 'One?', options: ['2', '4', '1', '3'], correct: 0 },
      { text: 'Two?', options: ['B', 'A', 'C', 'D'], correct: 0 },
    ]);
    expect(reading.warnings).toContainEqual({
      ...{ sheet: 'Made', row: 1, column: 'CorrectAnswer' },
      message: expect.stringContaining('becomes OptionOne of every question'),
    });
  });

  test('is found under "correct_1" beside "wrong_1", whatever the order of the columns', async () => {
    const wrong = ['wrong_1', 'wrong_2', 'wrong_3'];
    const first = await read([['One?', '2', '4', '1', '3']], ['question', 'correct_1', ...wrong]);
    expect(first.rows).toMatchObject([{ options: ['2', '4', '1', '3'], correct: 0 }]);
    const last = await read([['One?', '4', '1', '3', '2']], ['question', ...wrong, 'correct_1']);
    expect(last.rows).toMatchObject([{ options: ['2', '4', '1', '3'], correct: 0 }]);
  });

  test('makes a fifth option with four wrong ones, which is refused', async () => {
    const wrong = ['Incorrect Answer 1', 'Incorrect Answer 2', 'Incorrect Answer 3'];
    const rows = [
      ['One?', 'a', 'b', 'c', 'd', ''],
      ['Two?', 'a', 'b', 'c', 'd', 'e'],
    ];
    const header = ['Question', 'Correct Answer', ...wrong, 'Incorrect Answer 4'];
    expect(await read(rows, header)).toMatchObject({
      rows: [{ text: 'One?' }],
      errors: [{ row: 3, message: expect.stringContaining('fifth option (cell F3)') }],
    });
  });
});
