/** Which sheets, rows and columns of a file are its questions (the decisions are in the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { cities, line, read, readSheets } from '#tests/api/question-rows.ts';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import {
  type BookCell,
  type BookSheet,
  packParts,
  workbookParts,
} from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

describe('sheets and headers', () => {
  const sheet = (
    name: string,
    header: BookCell[],
    rows: BookCell[][],
    more: Partial<BookSheet> = {},
  ): BookSheet => ({ name, rows: [header, ...rows], ...more });
  const untyped = columns.slice(0, 8);
  const bare = () => line({}).slice(0, 8);

  test('the name of the only sheet becomes the Type, with a warning', async () => {
    const outcome = await readSheets([sheet('Physics', untyped, [bare()])]);
    expect(
      outcome.ok && [outcome.rows[0]?.type, outcome.warnings.map(({ column }) => column)],
    ).toEqual(['Physics', ['Type']]);
  });

  test('columns such as Option 01 and Answer 01 are no options beside all four, which is told', async () => {
    const usual = ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Answer'];
    const pair = ['Answer 01', 'Option 01'];
    const { rows, warnings } = await read(
      [['Which?', ...cities, 'B', 'x', 'y']],
      [...usual, ...pair],
    );
    expect(rows).toMatchObject([{ options: cities, correct: 1 }]);
    expect(warnings.map(({ message }) => message)).toContain(
      'Columns "Answer 01", "Option 01" were not read: a question has no such column.',
    );
    const all = ['Option 01', 'Option 02', 'Option 03', 'Option 04'];
    const both = read([['Which?', ...cities, 'B', ...cities]], [...usual, ...all]);
    await expect(both).rejects.toThrow('two columns for OptionOne');
    const five = await read([['Which?', ...cities, 'B', 'Goa']], [...usual, 'Option 05']);
    expect(five).toMatchObject({ rows: [], errors: [{ row: 2 }] });
  });

  test('a sheet without answers beside a sound one is an error, not a silence', async () => {
    const outcome = await readSheets([
      sheet('Good', columns, [line({})]),
      sheet(
        'Bad',
        columns.filter((name) => name !== 'CorrectAnswer'),
        [bare()],
      ),
    ]);
    expect(outcome).toMatchObject({
      ok: true,
      rows: [{ sheet: 'Good' }],
      errors: [{ sheet: 'Bad', row: 1, column: 'CorrectAnswer' }],
    });
  });

  describe('a hidden column', () => {
    const withHidden = (header: BookCell[], ...cols: string[]) => {
      const rows = [header, [...line({}), 'Delhi']];
      const parts = workbookParts([{ name: 'Made', rows }]);
      const place = 'xl/worksheets/sheet1.xml';
      const xml = (parts.get(place) ?? '').replace(
        '<sheetData>',
        `<cols>${cols.join('')}</cols><sheetData>`,
      );
      return readQuestionFile(packParts(parts.set(place, xml)), 'made.xlsx');
    };

    test('is read like the others, with a warning that names it', async () => {
      expect(
        await withHidden(
          columns,
          '<col min="6" max="7" hidden="1"/>',
          '<col min="2" max="2" hidden="0"/>',
          '<col min="11" max="16384" hidden="1"/>',
        ),
      ).toMatchObject({
        rows: [{ correct: 0 }],
        warnings: [
          {
            row: 1,
            message:
              'Columns CorrectAnswer (F) and Weightage (G) are hidden in the file. They are read like the others.',
          },
          { row: 1, message: expect.stringContaining('was not read') },
        ],
      });
    });

    test('that clashes with another is called hidden in the message, so that its reader finds it', async () => {
      const header = [...columns, 'Answer'];
      expect(
        await withHidden(header.with(5, 'Answer'), '<col min="6" max="6" hidden="true"/>'),
      ).toMatchObject({
        ok: false,
        code: 'duplicate-columns',
        message: expect.stringContaining('"Answer" (F1, hidden) and "Answer" (J1)'),
      });
    });
  });

  test('a file whose questions are all in hidden sheets is refused', async () => {
    expect(await readSheets([sheet('Old', columns, [line({})], { hidden: true })])).toMatchObject({
      ok: false,
      code: 'no-questions',
    });
  });

  test('a header may follow titles and a summary, and may be repeated', async () => {
    const above: BookCell[][] = [
      ['Model test'],
      [],
      ['Section', 'Questions', 'Marks', 'Negative'],
      ['GK', 50, 1, 0.25],
    ];
    const outcome = await readSheets([
      { name: 'S', rows: [...above, columns, line({}), columns, line({})] },
    ]);
    expect(
      outcome.ok && [outcome.rows.map(({ row }) => row), outcome.warnings.map(({ row }) => row)],
    ).toEqual([[6, 8], [7]]);
  });

  test.each([
    [
      'in capitals and spaces',
      columns.map((name) => ` ${name.toUpperCase()}`),
      'This row repeats the header and is not a question.',
    ],
    [
      'in other words',
      ['Question', 'A', 'B', 'C', 'D', 'Ans', 'Marks', 'Neg. marks', 'Subject'],
      'This row repeats the header and is not a question.',
    ],
  ])('a header repeated %s is not a question', async (_, again, said) => {
    const { rows, errors, warnings } = await read([line({}), again, line({})]);
    expect([rows.map(({ row }) => row), errors]).toEqual([[2, 4], []]);
    expect(warnings).toMatchObject([{ row: 3, message: said }]);
  });

  describe('a second table below the first is read by its own names, with a warning,', () => {
    const answers = ({ rows }: Awaited<ReturnType<typeof read>>) =>
      rows.map(({ row, options, correct, weightageHundredths }) => [
        ...[row, options[correct], weightageHundredths],
      ]);
    const named = (row: number) => ({
      row,
      message: 'Other column names begin another table here. It is read by its own names.',
    });
    const names = ['Question', 'Option A', 'Option B', 'Option C', 'Option D', 'Answer'];
    const first = ['One?', 'red', 'green', 'blue', 'white', 'C'];

    test('if it has more columns than the first', async () => {
      const reading = await read(
        [
          first,
          ['Section B'],
          [...names.slice(0, 5), 'Marks', 'Answer'],
          ['Two?', '1', '2', '3', '4', 2, 'D'],
        ],
        names,
      );
      expect(reading.errors).toEqual([]);
      expect(answers(reading)).toEqual([
        [2, 'blue', 100],
        [5, '4', 200],
      ]);
      expect(reading.warnings).toContainEqual(expect.objectContaining(named(4)));
    });

    test('if its columns are in another order, or further right', async () => {
      const [question = '', a = '', b = '', c = '', d = '', answer = ''] = names;
      const reading = await read(
        [
          first,
          [question, d, c, b, a, answer],
          ['Two?', 'white', 'blue', 'green', 'red', 'D'],
          [null, null, ...names],
          [null, null, 'Three?', 'x', 'y', 'z', 'w', 'B'],
        ],
        names,
      );
      expect(reading.errors).toEqual([]);
      expect(answers(reading)).toEqual([
        [2, 'blue', 100],
        [4, 'white', 100],
        [6, 'y', 100],
      ]);
      expect(reading.warnings).toEqual(
        expect.arrayContaining([named(3), named(5)].map((note) => expect.objectContaining(note))),
      );
    });

    test('but not if its names only omit some of the first table’s', async () => {
      const reading = await read(
        [
          [...first, 2, 'Maths'],
          names,
          [...first, 3, 'Science'],
          names.slice(0, 5),
          [...first, 4, 'Art'],
          [...names.slice(0, 5), 'जो ठीक है'],
          [...first, 5, 'Music'],
        ],
        [...names, 'Marks', 'Topic'],
      );
      expect(reading.errors).toEqual([]);
      expect(reading.rows.map(({ type, ...row }) => [type, row.weightageHundredths])).toEqual([
        ['Maths', 200],
        ['Science', 300],
        ['Art', 400],
        ['Music', 500],
      ]);
    });

    test('and also if it has something else in place of a column, whose values are then not used', async () => {
      const reading = await read(
        [
          [...first, 2],
          [...names, 'Seconds'],
          ['Two?', ...first.slice(1), 60],
        ],
        [...names, 'Marks'],
      );
      expect(reading.errors).toEqual([]);
      expect(answers(reading)).toEqual([
        [2, 'blue', 200],
        [4, 'blue', 100],
      ]);
    });

    test('while one without answers causes an error', async () => {
      const reading = await read([first, names, first], names.slice(0, 5));
      expect(reading.errors).toMatchObject([{ row: 1, column: 'CorrectAnswer' }]);
      expect(answers(reading)).toEqual([[4, 'blue', 100]]);
    });

    test('but names right below those of a template replace them', async () => {
      const reading = await read([
        [...names.slice(0, 5), 'Marks', 'Answer'],
        [...first.slice(0, 5), 3, 'A'],
      ]);
      expect(reading.errors).toEqual([]);
      expect(answers(reading)).toEqual([[3, 'red', 300]]);
      expect(reading.warnings).not.toContainEqual(expect.objectContaining(named(2)));
    });
  });

  test('of two columns for the Type the better-named one is read, and a warning names the other', async () => {
    const { rows, warnings } = await read(
      [[...line({}), 'Maths']],
      [...columns.slice(0, 8), 'Subject', 'Type'],
    );
    expect([rows[0]?.type, warnings.map(({ message }) => message)]).toEqual([
      'Maths',
      [expect.stringContaining('"Subject"')],
    ]);
  });

  test('a repeated heading over an empty column is ignored, whichever of the two is empty', async () => {
    const second = await read([[...line({}), ' ']], [...columns, 'Questions']);
    expect([second.rows.length, second.errors]).toEqual([1, []]);
    const [question = '', ...rest] = line({ text: 'Kept?' });
    const first = await read(
      [[null, ...rest, null, question]],
      [...columns, 'Questions', 'Questions'],
    );
    expect([first.rows[0]?.text, first.errors]).toEqual(['Kept?', []]);
    const both = await readSheets([
      sheet('Both', [...columns, 'Questions'], [line({}), [...line({}), 'Another?']]),
    ]);
    expect(both).toMatchObject({ ok: false, code: 'duplicate-columns' });
  });

  test.each(['Question #', 'Q. #', 'Ques#'])(
    'a column %j numbers the questions, and is not read as their text',
    async (heading) => {
      const names = ['Question Text', 'A', 'B', 'C', 'D', 'Answer', 'Marks', 'Negative', 'Type'];
      const { rows, warnings } = await read(
        [
          [1, ...line({ text: 'Capital?' })],
          [2, ...line({ text: 'Largest?' })],
        ],
        [heading, ...names],
      );
      expect([rows.map(({ text }) => text), warnings]).toEqual([['Capital?', 'Largest?'], []]);
    },
  );

  test('two columns for each of several names are reported at once, so that one correction is enough', async () => {
    const both = (name: string) => [`${name} (old)`, `${name} (new)`];
    const header = ['Question', 'Option A', 'Option B', 'Option C', 'Option D'].flatMap(both);
    const rows = [
      [...header, 'Answer'],
      [...header, 'A'],
    ];
    expect(await readSheets([{ name: 'S', rows }])).toMatchObject({
      code: 'duplicate-columns',
      message:
        'Sheet "S" has two columns for Questions: "Question (old)" (A1) and "Question (new)" (B1), and also for OptionOne, OptionTwo, OptionThree and OptionFour. Please remove one of each.',
    });
  });

  test('when a column is missing, the unknown columns are listed', async () => {
    const header = ['id', 'question', 'opa', 'opb', 'opc', 'opd', 'cop', null, 'exp'];
    const rows = [header, ['e9', 'Which?', ...cities, 2, 7, 'Because']];
    expect(await readSheets([{ name: 'S', rows }])).toMatchObject({
      code: 'missing-columns',
      message:
        'Sheet "S" has no column CorrectAnswer. Please add it and upload the file again. Or rename the column that is meant, if it is one of these: "id", "cop", "exp".',
    });
  });

  test.each<[string, BookCell[], RegExp]>([
    [
      'options in one cell',
      ['No', 'Question', 'Options', 'Answer'],
      /Row 1 names Questions and CorrectAnswer, but not OptionOne, OptionTwo, OptionThree and OptionFour\. Each option needs a column of its own\.$/,
    ],
    ['nothing of them', ['Name', 'Mobile', 'City'], /Negative, Type\.$/],
    ['a question in place of the names', ['2 + 2?', '3', '4', '5', '6', 'B'], /Negative, Type\.$/],
  ])('a file with %s is refused, saying what is missing', async (_, header, said) => {
    const rows = [header, [1, 'Capital?', 'A) Delhi B) Mumbai C) Pune D) Goa', 'A']];
    const outcome = await readSheets([{ name: 'S', rows }]);
    expect(outcome).toMatchObject({ code: 'no-header', message: expect.stringMatching(said) });
  });

  test('the row that explains the columns in Quizizz’s template is not a question', async () => {
    const kind = 'Multiple Choice';
    const head = ['Question Text', 'Question Type', ...[1, 2, 3, 4, 5].map((at) => `Option ${at}`)];
    const explained = [1, 2, 3, 4, 5].map(
      (at) => `Text for option ${at}\n\n(required in most cases)`,
    );
    const rows = [
      [
        'Text of the question\n\n(required)',
        'Question Type\n(default is Multiple Choice)',
        ...explained,
        'The correct option (1-5)',
      ],
      ['Which city?', kind, ...cities, null, 2],
    ];
    const { warnings, ...outcome } = await read(rows, [...head, 'Correct Answer']);
    expect(outcome).toMatchObject({
      rows: [{ row: 3, correct: 1, type: 'Made' }],
      errors: [],
    });
    const message = 'This row explains the columns and is not a question.';
    expect(warnings).toContainEqual(expect.objectContaining({ row: 2, message }));
    const later = await read(rows.toReversed(), [...head, 'Correct Answer']);
    expect(later.errors).toMatchObject([{ row: 3 }]);
  });

  describe('names in two rows, with a cell merged over several columns, are one header', () => {
    const options = ['Options', null, null, null];
    test.each<[string, BookCell[], BookCell[]]>([
      [
        'letters',
        ['Question', ...options, 'Answer', 'Marks', 'Negative', 'Type'],
        [null, 'A', 'B', 'C', 'D'],
      ],
      [
        'numbered options, and marks with a sign',
        ['Question', ...options, 'Answer', 'Marks', null, 'Type'],
        [null, '1', '2', '3', '4', null, 'Positive', 'Negative'],
      ],
      [
        'marks with only a sign',
        ['Question', ...options, 'Answer', 'Marks', null, 'Type'],
        [null, 'A', 'B', 'C', 'D', null, '+', '\u2212'],
      ],
      [
        'half of them in each row',
        ['Question', null, null, null, null, 'Answer', 'Weightage', 'Penalty', 'Subject'],
        [null, 'Option 1', 'Option 2', 'Option 3', 'Option 4'],
      ],
    ])('%s', async (_, upper, lower) => {
      const { rows, errors, warnings } = await read(
        [lower, line({ answer: 'B', weightage: 2, negative: 0.5 }), line({})],
        upper,
      );
      expect([errors, warnings]).toEqual([[], []]);
      expect(rows).toMatchObject([
        { row: 3, options: cities, correct: 1, weightageHundredths: 200, negativeHundredths: 50 },
        { row: 4, type: 'GK' },
      ]);
    });
  });

  test('a row without its question below the column names is refused, not mistaken for names', async () => {
    const { rows, errors } = await read([[null, ...line({}).slice(1)], line({})]);
    expect([rows.length, errors.map(({ row }) => row)]).toEqual([1, [2]]);
  });

  test.each([
    [
      'of Kahoot',
      [
        'Question - max 120 characters',
        ...[1, 2, 3, 4].map((at) => `Answer ${at} - max 75 characters`),
        'Correct answer(s) - choose at least one',
        'Marks for correct answer',
        'Marks for wrong answer',
        'topic_name',
      ],
    ],
    [
      'with signs in brackets',
      ['Question', 'A', 'B', 'C', 'D', 'Answer', 'Marks (+)', 'Marks (-)', 'Subject'],
    ],
    [
      'of marks in words',
      ['Q', 'A', 'B', 'C', 'D', 'Key', 'Marks for correct', 'Marks for wrong', 'Section'],
    ],
    [
      'with signs',
      [
        'Q',
        ...'ABCD'.split('').map((letter) => `Options ${letter}`),
        'Correct Answer Key',
        '+ve Marks',
        '-ve Marks',
        'Type',
      ],
    ],
    ...[
      'प्रश्न|अ|ब|स|द|उत्तर|अंक|ऋणात्मक अंक|विषय',
      'प्रश्न|(क)|(ख)|(ग)|(घ)|सही उत्तर|अंक|ऋणात्मक अंक|विषय',
      'प्रश्न|विकल्प १|विकल्प २|विकल्प ३|विकल्प ४|सही विकल्प|अंक|Negative|खंड',
      'प्रश्न|अ|ब|क|ड|योग्य उत्तर|गुण|ऋण गुण|विषय',
      'प्रश्न|पर्याय अ|पर्याय ब|पर्याय क|पर्याय ड|उत्तर|गुण|Negative|विभाग',
      'ప్రశ్న|ఆప్షన్ 1|ఆప్షన్ 2|ఆప్షన్ 3|ఆప్షన్ 4|సమాధానం|మార్కులు|Negative|విభాగం',
      'கேள்வி|விருப்பம் 1|விருப்பம் 2|விருப்பம் 3|விருப்பம் 4|சரியான விடை|மதிப்பெண்|Negative|பாடம்',
      'প্রশ্ন|বিকল্প ক|বিকল্প খ|বিকল্প গ|বিকল্প ঘ|সঠিক উত্তর|নম্বর|Negative|বিষয়',
      'પ્રશ્ન|વિકલ્પ અ|વિકલ્પ બ|વિકલ્પ ક|વિકલ્પ ડ|સાચો જવાબ|ગુણ|Negative|વિષય',
      'ಪ್ರಶ್ನೆ|ಆಯ್ಕೆ 1|ಆಯ್ಕೆ 2|ಆಯ್ಕೆ 3|ಆಯ್ಕೆ 4|ಸರಿಯಾದ ಉತ್ತರ|ಅಂಕಗಳು|Negative|ವಿಷಯ',
      'ചോദ്യം|ഓപ്ഷൻ 1|ഓപ്ഷൻ 2|ഓപ്ഷൻ 3|ഓപ്ഷൻ 4|ഉത്തരം|മാർക്ക്|Negative|വിഷയം',
      'प्रश्न का विवरण|विकल्प (1)|विकल्प (2)|विकल्प (3)|विकल्प (4)|उत्तर कुंजी|अंक|नकारात्मक अंकन|खण्ड',
      'प्रश्न|ऑप्शन ए|ऑप्शन बी|ऑप्शन सी|ऑप्शन डी|सही ऑप्शन|मार्क्स|नेगेटिव मार्किंग|अनुभाग',
      'سوال|الف|ب|ج|د|صحیح جواب|نمبر|Negative|مضمون',
      'Qn|Op. A|Op. B|Op. C|Op. D|Correct Option (A/B/C/D)|+ve|-ve|Subject/Topic',
      'Quest.|Opt1|Opt2|Opt3|Opt4|Right Ans.|Mks|Neg.|Sec',
      'Question Stem|Alternative A|Alternative B|Alternative C|Alternative D|Correct Response|Marks Allotted|Deduction|Part',
      '1. Question|2. A|3. B|4. C|5. D|6. Answer|7. Marks|8. Negative|9. Section',
      '1. Question|2. Option A|3. Option B|4. Option C|5. Option D|6. Answer|7. Marks|8. Negative|9. Section',
      'Question (English)|Option A (English)|Option B (English)|Option C (English)|Option D (English)|Answer|Marks|Negative|Type',
      'Question_English|Option1_English|Option2_English|Option3_English|Option4_English|Correct|Marks|Negative|Subject',
      'prompt|A|B|C|D|answer|mark|penalty|subject',
      'MCQ Question|1st Option|2nd Option|3rd Option|4th Option|Final Answer|Full Marks|Negative marks if any|Subject',
      'statement|opt_a|opt_b|opt_c|opt_d|crct_ans|Marks for each question|Incorrect Marks|category',
      'questionContent|choice1|choice2|choice3|choice4|Correct Answer Option|Marks Awarded|Marks for incorrect answer|section',
      'Item Stem|choice_1|choice_2|choice_3|choice_4|Official Key|Marks|Wrong answer marks|topic',
      'Question|A|B|C|D|Answer|Marks (Correct)|Marks (Wrong)|Subject',
      'Question|A|B|C|D|Answer|Positive Marking|Neg. Marking|Subject',
      'Question|A|B|C|D|Answer|Marks|Marks (Incorrect)|Subject',
      'Question|A|B|C|D|Answer|Marks for right answer|Marks deducted for wrong answer|Subject',
      'Question|A|B|C|D|Answer|Default Mark|Penalty for wrong answer|Subject',
      'Question|A|B|C|D|Answer|Marks|7. Negative weight|Subject',
      'Question|A|B|C|D|Answer|Marks|Negative marking per question|Subject',
      'Question|A|B|C|D|Answer|Marks|Minus|Subject',
    ].map((names): [string, string[]] => [`such as ${names}`, names.split('|')]),
    [
      'in Hindi',
      ['प्रश्न', 'विकल्प क', 'विकल्प ख', 'विकल्प ग', 'विकल्प घ', 'सही उत्तर', 'अंक', 'Negative', 'विषय'],
    ],
    [
      'in Telugu',
      ['ప్రశ్న', 'ఎంపిక 1', 'ఎంపిక 2', 'ఎంపిక 3', 'ఎంపిక 4', 'సరైన సమాధానం', 'Marks', 'Negative', 'Type'],
    ],
  ])('column names %s are known', async (_, header) => {
    const { rows, warnings } = await read(
      [line({ answer: 'C', weightage: 2, negative: 1 })],
      header,
    );
    expect(warnings).toEqual([]);
    expect(rows).toMatchObject([
      { correct: 2, weightageHundredths: 200, negativeHundredths: 100, type: 'GK' },
    ]);
  });

  test('a question’s options A to D are not mistaken for a header', async () => {
    const rows = [['Which letter comes first?', 'A', 'B', 'C', 'D', 'A', 1, 0, 'English']];
    expect(await readSheets([{ name: 'S', rows }])).toMatchObject({ ok: false, code: 'no-header' });
  });

  test('numbers filled down beside empty rows make no questions, but a question without options is reported', async () => {
    const reading = await read([
      line({}),
      [null, null, null, null, null, null, 1, 0, null],
      ['Forgotten?', null, null, null, null, null, 1, 0, 'GK'],
    ]);
    expect([reading.rows.length, reading.errors.map(({ row }) => row), reading.warnings]).toEqual([
      1,
      [4],
      [],
    ]);
  });
});

describe('a column that counts the questions', () => {
  const answers = [...cities, 'A'];
  const rest = ['A', 'B', 'C', 'D', 'Ans'];
  const under = (names: BookCell[], ...rows: BookCell[][]) =>
    readSheets([
      { name: 'S', rows: [[...names, ...rest], ...rows.map((row) => [...row, ...answers])] },
    ]);

  test.each([
    ['Q.', 'Question Details'],
    ['Q.', 'MCQs'],
    ['Que', 'Multiple Choice Question'],
    ['Question', 'Question Text'],
    ['Question', 'Statement'],
  ])('under "%s" is not read as their text beside "%s"', async (counter, name) => {
    const outcome = await under([counter, name], [1, 'First?'], [2, 'Second?']);
    expect(outcome.ok && outcome.rows.map(({ text }) => text)).toEqual(['First?', 'Second?']);
  });

  test('beside a column with an unknown name refuses the file, naming both', async () => {
    expect(await under(['Q.', 'What is asked'], ['Q1', 'First?'], ['Q2', 'Second?'])).toMatchObject(
      {
        code: 'missing-columns',
        message: expect.stringMatching(/no column Questions.*"Q\.", "What is asked"/),
      },
    );
  });

  test('is distinguished from questions that only look like numbers', async () => {
    const outcome = await under(['Questions'], ['Q1'], ['Q2']);
    expect(outcome.ok && outcome.rows.map(({ text }) => text)).toEqual(['Q1', 'Q2']);
  });

  test('under the heading 1, as in a page saved by Google Sheets, is not an option', async () => {
    const rows = [
      ['1', ...columns],
      ['2', ...line({ text: 'Which?' })],
    ];
    const outcome = await readSheets([{ name: 'S', rows }]);
    expect(outcome.ok && outcome.rows.map(({ text }) => text)).toEqual(['Which?']);
  });
});

describe('questions in two languages', () => {
  const heads = (name: (head: string, language: string) => string) =>
    ['Question', 'Option A', 'Option B', 'Option C', 'Option D'].flatMap((head) => [
      name(head, 'English'),
      name(head, 'Hindi'),
    ]);
  const texts = ['Capital?', 'राजधानी?', 'Delhi', 'दिल्ली', 'Pune', 'पुणे', 'Agra', 'आगरा', '7', '7'];
  const shown = {
    text: 'Capital?\nराजधानी?',
    options: ['Delhi / दिल्ली', 'Pune / पुणे', 'Agra / आगरा', '7'],
    correct: 1,
  };

  test.each([
    ['in brackets', heads((head, language) => `${head} (${language})`)],
    ['behind the name', heads((head, language) => `${head} ${language}`)],
    ['by a code', heads((head, language) => `${head}_${language.slice(0, 2).toLowerCase()}`)],
    [
      'by a code without a sign',
      ['question', 'option1', 'option2', 'option3', 'option4'].flatMap((x) => [`${x}En`, `${x}Hi`]),
    ],
    [
      'by a code after a letter',
      ['question', 'optionA', 'optionB', 'optionC', 'optionD'].flatMap((x) => [`${x}En`, `${x}Hi`]),
    ],
    ['before a line', heads((head, language) => `${head} - ${language}`)],
    [
      'by the script',
      ['Question', 'प्रश्न', ...['A', 'B', 'C', 'D'].flatMap((x) => [`Option ${x}`, `विकल्प ${x}`])],
    ],
  ])('whose headings name the languages %s are shown in both, with a warning', async (_, names) => {
    const rows = ['B', 'Pune', 'पुणे', 'Pune / पुणे'].map((answer) => [...texts, answer]);
    const outcome = await readSheets([{ name: 'S', rows: [[...names, 'Answer'], rows[0] ?? []] }]);
    expect(outcome.ok && outcome.rows).toMatchObject([shown]);
    expect(outcome.ok && outcome.warnings[0]?.message).toBe(
      'The questions stand in two columns (A and B), in two languages. Both are shown.',
    );
    for (const row of rows) {
      const each = await readSheets([{ name: 'S', rows: [[...names, 'Answer'], row] }]);
      expect(each.ok && each.rows[0]?.correct).toBe(1);
    }
  });

  test('may share options, and may have only one language in some rows', async () => {
    const names = ['Question (English)', 'Question (Telugu)', 'A', 'B', 'C', 'D', 'Key'];
    const outcome = await readSheets([
      {
        name: 'S',
        rows: [names, ['Two?', 'రెండు?', 1, 2, 3, 4, 'B'], ['Three?', null, 1, 2, 3, 4, 'C']],
      },
    ]);
    expect(outcome.ok && outcome.rows).toMatchObject([
      { text: 'Two?\nరెండు?', options: ['1', '2', '3', '4'], correct: 1 },
      { text: 'Three?', correct: 2 },
    ]);
  });

  test('with an error in the second language refuse the row, naming the cell', async () => {
    const names = ['Question (English)', 'Question (Hindi)', 'A', 'B', 'C', 'D', 'Key'];
    const outcome = await readSheets([
      {
        name: 'S',
        rows: [names, ['Two?', { xml: '<c r="{ref}" t="e"><v>#REF!</v></c>' }, 1, 2, 3, 4, 'B']],
      },
    ]);
    expect(outcome.ok && outcome.errors).toMatchObject([
      { row: 2, column: 'Questions', message: 'Questions is the error #REF! (cell B2).' },
    ]);
  });
});

test('a section’s name right below the column names is not one of them, and a counter is not a Type', async () => {
  const heads = ['S.No', 'Question', 'A', 'B', 'C', 'D', 'Answer'];
  const three = [1, 2, 3].map((at) => [at, `Which is ${at}?`, ...cities, 'A']);
  const named = await readSheets([
    { name: 'S', rows: [heads, ['SECTION - A: ENGLISH'], ...three.slice(1)] },
  ]);
  expect(named.ok && named.rows.map(({ row, type }) => [row, type])).toEqual([
    [3, 'S'],
    [4, 'S'],
  ]);
  const counted = await readSheets([{ name: 'S', rows: [['Part', ...heads.slice(1)], ...three] }]);
  expect(counted.ok && counted.rows.map(({ type }) => type)).toEqual(['S', 'S', 'S']);
});

describe('a row that is not a question', () => {
  const table = (...rows: BookCell[][]) =>
    readSheets([{ name: 'S', rows: [columns, line({}), ...rows] }]);

  test('below the last question is skipped with a warning, whatever its column', async () => {
    const outcome = await table([], [null, null, null, 'Prepared by: K. Rao']);
    expect(outcome.ok && [outcome.rows.length, outcome.errors]).toEqual([1, []]);
    expect(outcome.ok && outcome.warnings.map(({ row, message }) => [row, message])).toEqual([
      [4, 'This row stands below the last question ("Prepared by: K. Rao"): it was skipped.'],
    ]);
  });

  test('that numbers the columns, as in forms, is skipped', async () => {
    const numbers = columns.map((_, at) => `(${at + 1})`);
    const outcome = await readSheets([{ name: 'S', rows: [columns, numbers, line({})] }]);
    expect(outcome.ok && [outcome.rows.length, outcome.errors]).toEqual([1, []]);
    expect(outcome.ok && outcome.warnings.map(({ row, message }) => [row, message])).toEqual([
      [2, 'This row numbers the columns and is not a question.'],
    ]);
  });

  test('between the questions causes an error if it may be part of one', async () => {
    const outcome = await table([null, null, null, 'lost'], line({ text: 'Last?' }));
    expect(outcome.ok && outcome.errors.map(({ row }) => row)).toEqual([3]);
  });

  test('with directions for several questions is left out with a warning that says what to do', async () => {
    const outcome = await table(['Directions (2-3): Study the table.'], line({ text: 'Last?' }));
    expect(outcome.ok && outcome.warnings.map(({ row, message }) => [row, message])).toEqual([
      [
        3,
        '"Directions (2-3): Study the table." has no options and no answer: it was left out. If the questions below need it, please write it into each of them.',
      ],
    ]);
  });
});

test('kinds of questions are not Types if another column has the Types', async () => {
  const heads = ['Type', 'Question', 'A', 'B', 'C', 'D', 'Answer', 'Subject'];
  const rows = (kind: string) =>
    ['Maths', 'English'].map((subject) => [kind, `${subject}?`, ...cities, 'B', subject]);
  const typesOf = async (kind: string, header = heads) => {
    const { rows: taken, warnings } = await read(rows(kind), header);
    return [
      taken.map(({ type }) => type),
      warnings.some(
        ({ message }) => message === 'Column "Type" is not used: Type is read from "Subject".',
      ),
    ];
  };
  for (const kind of ['MCQ', 'mcqs', 'Single Correct', 'Multiple Choice Question'])
    expect(await typesOf(kind)).toEqual([['Maths', 'English'], true]);
  expect(await typesOf('Aptitude')).toEqual([['Aptitude', 'Aptitude'], false]);
  expect(await typesOf('MCQ', heads.with(7, 'Remarks'))).toEqual([['MCQ', 'MCQ'], false]);
});

test('a question’s number that occurs twice causes a warning, because the second may be the first in another language', async () => {
  const numbered = (numbers: number[]) =>
    read(
      numbers.map((number) => [number, ...line({})]),
      ['Q.No', ...columns],
    );
  const twice = await numbered([1, 1, 2, 2]);
  expect(twice.rows).toHaveLength(4);
  expect(twice.warnings.map(({ message }) => message)).toEqual([
    'Number 1 in column "Q.No" stands in row 3 and above it. Each row is read as a question of its own, also where one is the other in a second language. Please check.',
  ]);
  expect((await numbered([1, 2, 3, 4])).warnings).toEqual([]);
});

test.each([
  ['Question Type', ['Multiple Choice', 'MCQ'], ['Made', 'Made']],
  ['Question Type', ['Multiple Choice', 'Reasoning'], ['Multiple Choice', 'Reasoning']],
  ['Type', ['MCQ', 'MCQ'], ['MCQ', 'MCQ']],
])(
  'a column "%s" that holds only kinds of questions is not the Type, unless that is its name: %j',
  async (name, kinds, types) => {
    const rows = kinds.map((type) => line({ type }));
    const reading = await read(rows, [...columns.slice(0, 8), name]);
    expect(reading.rows.map(({ type }) => type)).toEqual(types);
  },
);
