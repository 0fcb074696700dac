/** Which option a CorrectAnswer names, rule by rule (the choices are in the fixtures' README). */
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
  ])('%j names none, and the row is refused', async (answer) => {
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
    ['क', 'is none of the four options'], // the first of क ख ग घ, the third of अ ब क ड
  ])('why %j is refused is said', async (answer, said) => {
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
  ])(
    '%j is two places, also where the second is the text of an option: %j',
    async (answer, options) => {
      const { rows, errors } = await read([line({ options, answer }), line({})]);
      expect([rows.length, errors]).toMatchObject([
        1,
        [{ row: 2, message: expect.stringContaining('names more than one option') }],
      ]);
    },
  );

  test.each([
    ['B) 4', ['2', '4', '6', '8']],
    ['B 4', ['2', '4', '6', '8']],
    ['1, 2', ['1', '1, 2', '2, 3', '1, 3']],
  ])('%j is a label and its text, or a text, among %j', async (answer, options) => {
    expect(await correctOf({ options, answer })).toEqual([1]);
  });

  const doubtful = { options: ['2', '4', '6', '8'], answer: '4' };
  test.each([
    ['the text, in a file answered by texts', {}, 1],
    ['the place, in a file answered by numbers', { answer: 3 }, 3],
    ['the text, in a file answered by letters', { answer: 'C' }, 1],
  ])('an answer with two readings is %s, with a warning', async (_, others: Cells, correct) => {
    const reading = await read([line(doubtful), line(others), line(others)]);
    expect(reading.rows[0]?.correct).toBe(correct);
    expect(reading.warnings.map(({ row, column }) => [row, column])).toEqual([
      [2, 'CorrectAnswer'],
    ]);
  });

  test.each([
    ['mumbai', ['Delhi', 'Mumbai', '(Mumbai)', 'Pune']],
    ['mumbai', ['Delhi', 'B) Mumbai', '"Mumbai"', 'Pune']],
    ['mumbai', ['Delhi', 'Mumbai', 'C) Mumbai', 'Pune']],
  ])('%j means the option that is most like it among %j', async (answer, options) => {
    expect(await correctOf({ options, answer })).toEqual([1]);
  });

  test('answers with two readings tell nothing of how the rest of a file is answered', async () => {
    const reading = await read([line(doubtful), line(doubtful), line({ answer: 3 })]);
    expect(reading.rows.map(({ correct }) => correct)).toEqual([3, 3, 2]);
    expect(reading.warnings[0]?.message).toContain(
      'taken as the number of OptionFour, not as the text of OptionTwo',
    );
  });

  test('a number means the option of that value, however each is formatted', async () => {
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
  ])('the number %j means the option of that value, though it is text', async (answer, options) => {
    expect(await correctOf({ options, answer })).toEqual([1]);
  });

  test.each<[string, BookCell[], number]>([
    ['Ans: 4', ['2', '4', '6', '8'], 1],
    ['Option C: 3.5 m', ['1.5 m', '2.5 m', '3.5 m', '4.5 m'], 2],
    ['C) 3:30', ['1:30', '2:30', '3:30', '4:30'], 2],
  ])('in %j the text behind the preface or the letter is believed', async (answer, options, at) => {
    const { rows, warnings } = await read([line({ options, answer })]);
    expect([rows.map(({ correct }) => correct), warnings.length]).toEqual([[at], 1]);
  });

  test('a number is never taken for the label of another: 5 is not 3.5 at the third place', async () => {
    const options = ['1.1', '2.2', '3.5', '9'];
    expect((await read([line({ options, answer: '5' }), line({})])).errors).toMatchObject([
      { row: 2, column: 'CorrectAnswer' },
    ]);
  });

  test.each<[string, BookCell[], number]>([
    ['ii', ['(i) Delhi', '(ii) Mumbai', '(iii) Pune', '(iv) Goa'], 1],
    ['II', ['I', 'III', 'II', 'IV'], 2],
    ['No. 2', ['No. 2', 'No. 1', 'No. 4', 'No. 3'], 0],
  ])('%j among %j means the text or label of an option', async (answer, options, at) => {
    const { rows, warnings } = await read([line({ options, answer })]);
    const ofAnswers = warnings.filter(({ column }) => column === 'CorrectAnswer');
    expect([rows.map(({ correct }) => correct), ofAnswers]).toEqual([[at], []]);
  });

  test('a Roman number names no place where options speak of Roman numbers: II may be the one that says "II only"', async () => {
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
  ])('the letter क %s has the place that they give it', async (_, header, answers, places) => {
    const { rows, errors } = await read(
      answers.map((answer) => line({ answer })),
      header,
    );
    expect([rows.map(({ correct }) => correct), errors]).toEqual([places, []]);
  });

  test('the letter क is refused where a file has both अ and ख, and may mean either', async () => {
    const { rows, errors } = await read(['विकल्प क', 'अ', 'ख'].map((answer) => line({ answer })));
    expect([rows.length, errors.map(({ row }) => row)]).toEqual([2, [2]]);
  });

  test.each<[string, BookCell[], number]>([
    ['B', ['(b) Mumbai', '(a) Delhi', '(c) Pune', '(d) Goa'], 0],
    ['4', ['4. Mumbai', '1. Delhi', '2. Pune', '3. Goa'], 0],
  ])(
    '%j among options labelled in another order is the one labelled so, with a warning',
    async (answer, options, at) => {
      const { rows, warnings } = await read([line({ options, answer }), line({ answer: 'A' })]);
      expect(rows[0]?.correct).toBe(at);
      expect(warnings).toMatchObject([
        { row: 2, message: expect.stringContaining('which is labelled so') },
      ]);
    },
  );

  test('a number is no letter of a label: 2 is the second place of options labelled b, a, c, d', async () => {
    const options = ['(b) Mumbai', '(a) Delhi', '(c) Pune', '(d) Goa'];
    expect(await correctOf({ options, answer: '2' })).toEqual([1]);
  });

  test('options with labels of their own are matched without them', async () => {
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
  ])('a second option %j after Red is refused by its column', async (second, column) => {
    const { errors } = await read([
      line({ options: ['Red', second, 'Blue', 'Green'], answer: 'Blue' }),
    ]);
    expect(errors.map((each) => each.column)).toEqual([column]);
  });

  test('an answer with other spaces than its option is that option, with a warning, unless it is a number', async () => {
    const options = ['10 km', '20 km', '1 1', '40 km'];
    const { rows, errors, warnings } = await read([
      line({ options, answer: '20km' }),
      line({ options, answer: '11' }),
    ]);
    expect(rows).toMatchObject([{ correct: 1 }]);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('is taken as OptionTwo') }]);
    expect(errors).toMatchObject([{ row: 3, column: 'CorrectAnswer' }]);
  });

  test('options that differ only in case are different', async () => {
    expect(
      (await read([line({ options: ['PH', 'pH', 'Ph', 'ph'], answer: 'pH' })])).rows[0]?.correct,
    ).toBe(1);
  });

  test('an empty text from a formula is empty; a formula never calculated is named with its cell', async () => {
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

  test('text that a formula stored keeps its signs', async () => {
    const stored: BookCell = { xml: '<c r="{ref}" t="str"><f>A1</f><v>&amp;lt;b&amp;gt;</v></c>' };
    expect(
      (await read([line({ options: [stored, 'x', 'y', 'z'], answer: 'A' })])).rows[0]?.options[0],
    ).toBe('&lt;b&gt;');
  });
});

describe('answers by number in a sheet that has a 0 among them', () => {
  const answered = async (answers: string[], options: BookCell[] = cities) => {
    const { rows, errors, warnings } = await read(
      answers.map((answer) => line({ answer, options })),
    );
    return {
      correct: rows.map(({ correct }) => correct),
      errors: errors.map(({ message }) => message),
      warned: warnings.map(({ row }) => row),
    };
  };

  test('and are all 0 to 3 are refused, each of them: no key is guessed', async () => {
    const refused = (answer: string) =>
      `CorrectAnswer "${answer}" is counted from 0, as the answers of this sheet are 0 to 3. Please count from 1, or use A to D.`;
    expect(await answered(['1', '0', '3', 'Mumbai'])).toEqual({
      correct: [1],
      errors: [refused('1'), expect.stringContaining('CorrectAnswer "0" is none'), refused('3')],
      warned: [],
    });
  });

  test('and no 4 are taken with a warning each: they may be counted from 0', async () => {
    expect(await answered(['0', '1', 'C', '3', 'Mumbai'])).toEqual({
      correct: [0, 2, 2, 1],
      errors: [
        'CorrectAnswer "0" is none of the four options, which are counted from 1. If this file counts them from 0, please correct all its answers.',
      ],
      warned: [3, 5],
    });
  });

  test.each<[string, string[], BookCell[] | undefined, number[]]>([
    ['and a 4 are counted from 1, but for the 0', ['0', '1', '4'], undefined, [0, 3]],
    ['that is an option are what they are', ['0', '1'], ['1', '0', '2', '3'], [1, 0]],
  ])('%s', async (_, answers, options, places) => {
    expect(await answered(answers, options)).toMatchObject({ correct: places, warned: [] });
  });
});

describe('answers under a heading that counts them', () => {
  const answered = async (heading: string, answers: string[], more: string[] = []) => {
    const header = ['Question', 'A', 'B', 'C', 'D', heading, ...more];
    const rows = answers.map((answer, at) => [`${at}?`, ...cities, answer, ...more.map(() => 'B')]);
    const { rows: taken, errors, warnings } = await read(rows, header);
    return {
      correct: taken.map(({ correct }) => correct),
      errors: errors.map(({ message }) => message),
      counted: warnings.filter(({ message }) => message.includes('counted from 0')).length,
    };
  };

  test.each<[string, string[], number[], number]>([
    ['correct_index', ['0', '1', '2', '3'], [0, 1, 2, 3], 1],
    ['Correct Answer Index (0-3)', ['1', '0', 'Chennai'], [1, 0, 2], 1],
    ['correctIndex', ['1', '3', '4'], [0, 2, 3], 0],
    ['answerIndex', ['A', 'C', 'B'], [0, 2, 1], 0],
    ['correct_index', ['0.0', '1.0', '3.0'], [0, 1, 3], 1],
    ['correctOptionIds', ['[1]', '[0]', '[2]'], [1, 0, 2], 1],
    ['answer_index', ['Option 0', 'opt_1', '(3)'], [0, 1, 3], 1],
    ['correct_index (0-based)', ['1', '2', '3'], [1, 2, 3], 1],
    ['Correct (0-3)', ['1', '2'], [1, 2], 1],
    ['Answer (zero based)', ['1', '2'], [1, 2], 1],
    ['Answer (counted from 0)', ['2', '3'], [2, 3], 1],
    ['Answer (0=A, 1=B, 2=C, 3=D)', ['1', '2'], [1, 2], 1],
    ['answer_index (1-4)', ['1', '2'], [0, 1], 0],
    ['Correct Answer (1-4)', ['1', 'C'], [0, 2], 0],
    ['Answer (0-3)', ['A', 'C'], [0, 2], 0],
  ])('%s, as in %j, name the options %j', async (heading, answers, correct, counted) => {
    expect(await answered(heading, answers)).toEqual({ correct, errors: [], counted });
  });

  test.each([
    [['1', '2', '3']],
    [['1.0', '[2]', 'Option 3']],
    [['1', 'B', 'C']],
    [['0', '4', '2']],
  ])('such as %j are refused: nothing tells whether from 0 or from 1', async (answers) => {
    await expect(answered('answer_index', answers)).rejects.toThrow(
      'The answers in column "answer_index" of sheet "Made" may count the options from 0 or from 1. Please write A to D there and upload the file again.',
    );
  });

  test('which has a 4 though it says 0 to 3 are refused', async () => {
    await expect(answered('Answer (0-3)', ['1', '4'])).rejects.toThrow('from 0 or from 1');
  });

  test.each(['options[%]', 'options/%', 'choices.%', 'option%', 'answer_%'])(
    'beside options %s, numbered from 0, are counted from 0 where one is 0',
    async (name) => {
      const names = ['0', '1', '2', '3'].map((number) => name.replace('%', number));
      const asked = async (...answers: string[]) => {
        const rows = answers.map((answer, at) => [`${at}?`, ...cities, answer]);
        const { rows: taken } = await read(rows, ['Question', ...names, 'Correct Answer']);
        return taken.map(({ options, correct }) => options[correct]);
      };
      const [first = '', second = '', third = ''] = cities;
      expect(await asked('0', '2')).toEqual([first, third]);
      expect(await asked('1', '4')).toEqual([first, cities[3]]);
      expect(await asked(second, 'C')).toEqual([second, third]);
      await expect(asked('1', '2')).rejects.toThrow('from 0 or from 1');
    },
  );

  test('and options[0] to options[4] are five options', async () => {
    const names = ['0', '1', '2', '3', '4'].map((number) => `options[${number}]`);
    const { rows, errors } = await read(
      [
        ['One?', ...cities, '', '1'],
        ['Two?', ...cities, 'Goa', '0'],
      ],
      ['Question', ...names, 'Correct Answer'],
    );
    expect(rows.map(({ correct, options }) => [correct, options])).toEqual([[1, [...cities]]]);
    expect(errors.map(({ row }) => row)).toEqual([3]);
  });

  test.each([
    ['0', '2', 'OptionThree'],
    ['4', '1', 'OptionOne'],
  ])(
    'and have a %s are the places of options that are numbers, too',
    async (other, answer, named) => {
      const { rows, warnings } = await read(
        [
          ['One?', ...cities, other],
          ['Two?', '2', '3', '4', '1', answer],
        ],
        ['Question', 'A', 'B', 'C', 'D', 'correct_index'],
      );
      expect(rows[1]?.correct).toBe(['OptionOne', 'OptionTwo', 'OptionThree'].indexOf(named));
      expect(warnings.filter(({ message }) => message.includes('two ways'))).toEqual([]);
    },
  );

  test('tell nothing beside answers in letters', async () => {
    const both = await answered('answer_index', ['1', '1'], ['Correct Answer']);
    expect(both).toEqual({ correct: [1, 1], errors: [], counted: 0 });
  });

  test('and are an option, too, are pointed at where others count from 0', async () => {
    const { rows, warnings } = await read([
      line({ answer: '0' }),
      line({ answer: '3' }),
      line({ answer: '2', options: ['1', '2', '3', '4'] }),
    ]);
    expect(rows.map(({ row }) => row)).toEqual([4]);
    expect(warnings.map(({ row, message }) => [row, message])).toEqual([
      [
        4,
        'CorrectAnswer "2" is taken as the text of OptionTwo, but other answers of the sheet are counted from 0, where it is OptionThree. Please check.',
      ],
    ]);
  });
});

test('an answer that Excel has made a date is called one', async () => {
  const answer = number(46054, styles.date);
  const { errors } = await read([line({ answer, options: ['1/2', '1/3', '1/4', '1/5'] })]);
  expect(errors).toMatchObject([
    { row: 2, message: expect.stringContaining('CorrectAnswer is a date (01-02-2026)') },
  ]);
});

describe('answers in more places than one', () => {
  const header = ['Question', 'A', 'B', 'C', 'D', 'Correct Answer', 'Answer'];
  const row = (text: string, ...answers: string[]) => [text, ...cities, ...answers];

  test('another column may say the same in other words, or no option', async () => {
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
  ])('a row is refused where two columns name different options: %s', async (_, names) => {
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
  ])('a question that tells its own names its row: %j', async (text, said, more) => {
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
  ])('but a question may have %j in it', async (text) => {
    const { rows } = await read([line({ text, answer: 'B' })]);
    expect(rows).toMatchObject([{ text }]);
  });
});

describe('right options that only a mark tells', () => {
  const header = ['Question Type', 'Question Text', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4'];
  const row = (text: string, ...options: string[]) => ['MC', text, ...options];

  test.each(['*Mumbai', '✓ Mumbai', 'Mumbai (correct)', 'Mumbai <- correct'])(
    'are read without it: %s',
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

  test('those of the second language lose their marks as well', async () => {
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

  test('a question with none of them or with several is named', async () => {
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

  test('where few have them, they are signs of the options', async () => {
    const rows = [row('One?', '*p', '&p', 'p', '**p'), row('Two?', 'a', 'b', 'c', 'd')];
    const outcome = await readSheets([{ name: 'Made', rows: [header, ...rows] }]);
    expect(outcome).toMatchObject({ ok: false, code: 'missing-columns' });
  });
});

describe('a sign that the right option alone has, beside a column of answers,', () => {
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
  ])('is left out where most are so: %s, answer %s', async (right, answer) => {
    const others = five.map((text) => [text, 'Agra', right, 'Goa', 'Kochi', answer]);
    const plain = ['Six?', 'Agra', 'Pune', 'Goa', 'Kochi', 'C'];
    const { options, said } = await texts(...others, plain);
    expect(options).toEqual(Array.from({ length: 6 }, () => 'Agra Pune Goa Kochi'));
    expect(said).toEqual([
      `Right options have a sign, such as "${right}". It is left out, because candidates must not see it.`,
    ]);
  });

  test('is left out of both languages of an option', async () => {
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
  ])('stays with a remark where %s, as it may be logic or code', async (_why, rights) => {
    const rows = rights.map((right) => [`Is ${right} right?`, 'P & Q', right, 'P | Q', 'Q', 'B']);
    const { options, said } = await texts(...rows);
    expect(options).toEqual(rights.map((right) => `P & Q ${right} P | Q Q`));
    expect(said).toHaveLength(rights.length);
  });

  test('stays with a remark where few are so, as it may be code', async () => {
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
  ])('stays without a word where %s', async (_why, options) => {
    const rows = five.map((text) => [text, ...options, 'B']);
    expect(await texts(...rows)).toEqual({
      options: five.map(() => options.join(' ')),
      said: [],
    });
  });
});

describe('a right answer beside three wrong ones', () => {
  test.each([
    'Incorrect Answer 1',
    'Wrong Option 1',
    'Distractor 1',
    'Wrong 1',
    'incorrect_answers__001',
  ])('is the first option, which is told: %s', async (name) => {
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

  test('a fourth wrong one makes five options, which is refused', async () => {
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
