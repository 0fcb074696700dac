/** How one file is read, rule by rule (decisions.md section 7; the choices are in the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import {
  type BookCell,
  type BookSheet,
  makeWorkbook,
  makeZip,
  packEntry,
  packParts,
  styles,
  workbookParts,
} from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';
import { contentKey } from './item.ts';

const cities = ['Delhi', 'Mumbai', 'Chennai', 'Kolkata'];
type Cells = {
  text?: BookCell;
  options?: BookCell[];
  answer?: BookCell;
  weightage?: BookCell;
  negative?: BookCell;
  type?: BookCell;
};
let made = 0;
const line = ({
  text = `Question ${++made}?`,
  options = cities,
  answer = 'Delhi',
  weightage = 1,
  negative = 0,
  type = 'GK',
}: Cells): BookCell[] => [text, ...options, answer, weightage, negative, type];

const readSheets = async (sheets: BookSheet[]) =>
  await readQuestionFile(makeWorkbook(sheets), 'made.xlsx');
async function read(rows: BookCell[][], header: BookCell[] = columns) {
  const outcome = await readSheets([{ name: 'Made', rows: [header, ...rows] }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
const number = (value: number | string, style: number): BookCell => ({
  xml: `<c r="{ref}" s="${style}"><v>${value}</v></c>`,
});
const text = (value: string) => Buffer.from(value);

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
    expect([rows.map(({ correct }) => correct), warnings]).toEqual([[at], []]);
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

test('an answer that Excel has made a date is called one', async () => {
  const answer = number(46054, styles.date);
  const { errors } = await read([line({ answer, options: ['1/2', '1/3', '1/4', '1/5'] })]);
  expect(errors).toMatchObject([
    { row: 2, message: expect.stringContaining('CorrectAnswer is a date (01-02-2026)') },
  ]);
});

describe('tags and entities of another system in a cell', () => {
  test.each([
    '<p>Capital of <b>India</b>?</p>',
    'One<br>two?',
    'One<br/>two?',
    'x<sup>2</sup>?',
    'Fish &amp; chips?',
    'It&#39;s?',
    'A&nbsp;B?',
  ])('are read as typed, with a warning that names one: %j', async (said) => {
    const { rows, warnings } = await read([line({ text: said })]);
    expect(rows).toMatchObject([{ text: said }]);
    expect(warnings).toMatchObject([
      { row: 2, column: 'Questions', message: expect.stringContaining('shown as typed') },
    ]);
  });

  test.each(['If a<b and c>d?', 'Is <p> a tag?', 'AT&T?', 'What is List<int>?', 'p < b; q > i'])(
    'are not seen in %j',
    async (said) => {
      expect((await read([line({ text: said })])).warnings).toEqual([]);
    },
  );
});

test('the name of a sheet is a Type without signs that no text may hold', async () => {
  const name = 'Apt\u0000\u0007';
  const rows = [columns.slice(0, 8), line({}).slice(0, 8)];
  expect(await readSheets([{ name, rows }])).toMatchObject({ rows: [{ type: 'Apt' }] });
});

describe('marks and Type', () => {
  test.each(['one', '1,000', '2025', '1e3', '-1'])('Weightage %j is refused', async (weightage) => {
    expect((await read([line({ weightage })])).errors.map(({ column }) => column)).toEqual([
      'Weightage',
    ]);
  });

  test('Weightage 0, which takes a question out of the score, is taken with a warning', async () => {
    const file = await read([line({ weightage: '0' })]);
    expect(file.rows[0]?.weightageHundredths).toBe(0);
    expect(file.warnings.map(({ column }) => column)).toContain('Weightage');
  });

  test('a date or a percentage is not taken for marks', async () => {
    const { errors } = await read([
      line({ negative: number(45748, styles.date) }),
      line({ negative: number(0.25, styles.percent) }),
    ]);
    expect(errors.map(({ column }) => column)).toEqual(['Negative', 'Negative']);
  });

  test.each([
    ['1 1/2', 150],
    ['1\u00bd', 150],
    ['2\u00bc', 225],
    ['\u00bd', 50],
    ['\u200e1', 100],
    ['- 0.25', 25],
    ['\u20130.25', 25],
    ['\u0661', 100],
  ])('Negative %j is read as a person reads it', async (negative, hundredths) => {
    const { rows } = await read([line({ negative })]);
    expect(rows.map(({ negativeHundredths }) => negativeHundredths)).toEqual([hundredths]);
  });

  test.each(['Nil', '-', '–', 'NA', 'N/A', 'n.a.', 'None', 'zero'])(
    'Negative %j costs nothing, and a warning says so',
    async (negative) => {
      const { rows, warnings } = await read([line({ negative })]);
      expect(rows).toMatchObject([{ negativeHundredths: 0 }]);
      expect(warnings).toMatchObject([{ row: 2, column: 'Negative' }]);
    },
  );

  test('Negative (0.25) is read as accountants write it', async () => {
    expect((await read([line({ negative: '(0.25)' })])).rows).toMatchObject([
      { negativeHundredths: 25 },
    ]);
  });

  test('Negative in percent is that share of the marks; what looks like marks there is refused', async () => {
    const header = columns.with(7, 'Negative Marks (in %)');
    const cells = [25, '25%', number(0.25, styles.percent), 'Nil', 0, 0.25];
    const { rows, errors, warnings } = await read(
      cells.map((negative) => line({ weightage: 4, negative })),
      header,
    );
    expect(rows.map(({ negativeHundredths }) => negativeHundredths)).toEqual([100, 100, 100, 0, 0]);
    expect(warnings.map(({ row, message }) => [row, message])).toContainEqual([
      2,
      'Negative 25% of 4 is read as 1.',
    ]);
    expect(errors).toMatchObject([
      { row: 7, cell: 'H7', message: expect.stringContaining('looks like marks') },
    ]);
  });

  test.each(['2 5', '1 000', '10\u00b2', '1/0', '1-'])(
    'Weightage %j is refused and not taken for another number',
    async (weightage) => {
      expect((await read([line({ weightage })])).errors).toMatchObject([{ column: 'Weightage' }]);
    },
  );

  test('thirds become hundredths, with a warning', async () => {
    const { rows, warnings } = await read([line({ negative: 1 / 3 }), line({ negative: '1/3' })]);
    expect(rows.map(({ negativeHundredths }) => negativeHundredths)).toEqual([33, 33]);
    expect(warnings.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Negative'],
      [3, 'Negative'],
    ]);
  });

  test.each(['TotalScore', 'documents ', 'DOCUMENTS'])(
    'Type %j is refused: results use that name',
    async (type) => {
      expect(
        (await read([line({ type }), line({})])).errors.map(({ row, column }) => [row, column]),
      ).toEqual([[2, 'Type']]);
    },
  );

  test('types differing in case and spaces are one, spelled as most rows spell it', async () => {
    const { rows } = await read(
      ['  domain ', 'Domain', 'DOMAIN', 'Domain'].map((type) => line({ type })),
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Domain']));
  });
});

describe('sheets and headers', () => {
  const sheet = (
    name: string,
    header: BookCell[],
    rows: BookCell[][],
    more: Partial<BookSheet> = {},
  ): BookSheet => ({ name, rows: [header, ...rows], ...more });
  const untyped = columns.slice(0, 8);
  const bare = () => line({}).slice(0, 8);

  test('the only sheet gives its name as Type, with a warning', async () => {
    const outcome = await readSheets([sheet('Physics', untyped, [bare()])]);
    expect(
      outcome.ok && [outcome.rows[0]?.type, outcome.warnings.map(({ column }) => column)],
    ).toEqual(['Physics', ['Type']]);
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

    test('that clashes with another is called hidden: whoever reads the message must find it', async () => {
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

  test('a header may stand below titles and a summary, and come again', async () => {
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

  test('the better-named of two columns is read, the other one named in a warning', async () => {
    const { rows, warnings } = await read(
      [[...line({}), 'MCQ']],
      [...columns.slice(0, 8), 'Subject', 'Type'],
    );
    expect([rows[0]?.type, warnings.map(({ message }) => message)]).toEqual([
      'MCQ',
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

  test.each<[string, BookCell[], RegExp]>([
    [
      'options in one cell',
      ['No', 'Question', 'Options', 'Answer'],
      /Row 1 names Questions and CorrectAnswer, but not OptionOne, OptionTwo, OptionThree and OptionFour\.$/,
    ],
    ['nothing of them', ['Name', 'Mobile', 'City'], /Negative, Type\.$/],
  ])('a file with %s is refused, and what is missing is told', async (_, header, said) => {
    const rows = [header, [1, 'Capital?', 'A) Delhi B) Mumbai C) Pune D) Goa', 'A']];
    const outcome = await readSheets([{ name: 'S', rows }]);
    expect(outcome).toMatchObject({ code: 'no-header', message: expect.stringMatching(said) });
  });

  describe('names in two rows, one cell merged over several, are one header', () => {
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

  test('a row without its question below the column names is refused, not taken for names', async () => {
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

  test('options A to D of a question are not taken for a header', async () => {
    const rows = [['Which letter comes first?', 'A', 'B', 'C', 'D', 'A', 1, 0, 'English']];
    expect(await readSheets([{ name: 'S', rows }])).toMatchObject({ ok: false, code: 'no-header' });
  });

  test('numbers drawn down beside empty rows are no rows; a question without options is one', async () => {
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

describe('the same question twice', () => {
  const question = { text: 'Capital?', options: cities };

  test.each(['capital ?', 'Capital', '  Q2. Capital?', '12) Capital ?', 'CAPITAL:'])(
    'but for what a reader overlooks, as in %j, is read, with a warning that names the first',
    async (again) => {
      const { rows, warnings } = await read([line(question), line({ ...question, text: again })]);
      expect(rows.length).toBe(2);
      expect(warnings).toMatchObject([
        { row: 3, column: 'Questions', message: expect.stringContaining('row 2') },
      ]);
    },
  );

  test.each<[string, Cells]>([
    ['other options', { options: ['Pune', ...cities.slice(1)], answer: 'Pune' }],
    ['another Type', { type: 'Other' }],
    ['another sign inside', { text: 'Cap-ital?' }],
    ['another number', { text: 'Capital 2?' }],
  ])('with %s is another one, without a warning', async (_, other) => {
    const { rows, warnings } = await read([
      line(question),
      line({ ...question, text: 'capital?', ...other }),
    ]);
    expect([rows.length, warnings]).toEqual([2, []]);
  });

  test('is reported once and left out, in whatever order and spacing its options stand', async () => {
    const { rows, duplicates } = await read([
      line(question),
      line({ text: ' Capital? ', options: [...cities].reverse() }),
    ]);
    expect([rows.length, duplicates.map(({ row }) => row)]).toEqual([1, [3]]);
    expect(duplicates[0]?.message).toContain('row 2');
  });

  test('with another answer is reported as a contradiction', async () => {
    const { duplicates } = await read([line(question), line({ ...question, answer: 'Mumbai' })]);
    expect(duplicates[0]?.message).toContain('right answers differ');
  });

  test('under another Type, or in other case, is another question', async () => {
    expect(
      (
        await read([
          line(question),
          line({ ...question, type: 'Other' }),
          line({ ...question, text: 'CAPITAL?' }),
        ])
      ).duplicates,
    ).toEqual([]);
  });

  test('has one key for the bank, however it is spaced or composed', () => {
    const key = contentKey({ type: 'GK', text: 'caf\u00e9  one', options: ['a', 'b', 'c', 'd'] });
    expect(
      contentKey({ type: ' gk', text: 'cafe\u0301 one ', options: ['d', 'c', 'b', 'a'] }),
    ).toBe(key);
    expect(contentKey({ type: 'gk', text: 'Café one', options: ['a', 'b', 'c', 'd'] })).not.toBe(
      key,
    );
  });
});

describe('text files', () => {
  const lines = [columns, ['Q?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0,5', 'T']];
  const joined = (sign: string) =>
    lines
      .map((each) => each.map((cell) => (cell.includes(sign) ? `"${cell}"` : cell)).join(sign))
      .join('\r\n');
  const swapped = (bytes: Uint8Array) => Buffer.from(bytes).swap16();

  test.each([
    ['commas', text(joined(','))],
    ['semicolons', text(joined(';'))],
    ['tabs', text(joined('\t'))],
    ['strokes', text(joined('|'))],
    ['a line that names the sign', text(`sep=;\r\n${joined(';')}`)],
    ['a byte order mark', text(`\ufeff${joined(',')}`)],
    ['UTF-16 as Excel saves Unicode text', Buffer.from(`\ufeff${joined('\t')}`, 'utf16le')],
    ['UTF-16 the other way round', swapped(Buffer.from(`\ufeff${joined('\t')}`, 'utf16le'))],
  ])('are read with %s', async (_, bytes) => {
    const outcome = await readQuestionFile(bytes, 'bank.csv');
    expect(
      outcome.ok &&
        outcome.rows.map(({ correct, negativeHundredths }) => [correct, negativeHundredths]),
    ).toEqual([[1, 50]]);
  });

  test('a quotation mark never closed is refused with its row, and is a plain sign between tabs', async () => {
    const open = [
      columns,
      ['"Q?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0', 'T'],
      ['R?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0', 'T'],
    ];
    const bytes = (sign: string) => text(open.map((each) => each.join(sign)).join('\n'));
    expect(await readQuestionFile(bytes(','), 'a.csv')).toMatchObject({
      ok: false,
      code: 'damaged',
      message: expect.stringContaining('row 2'),
    });
    expect(await readQuestionFile(bytes('\t'), 'a.xls')).toMatchObject({
      ok: true,
      rows: [{ text: '"Q?' }, { text: 'R?' }],
    });
  });

  test('without a Type column take the name of the file, as Excel names the sheet', async () => {
    const bytes = text(lines.map((each) => each.slice(0, 8).join(';')).join('\n'));
    expect(await readQuestionFile(bytes, 'Physics.csv')).toMatchObject({
      ok: true,
      rows: [{ type: 'Physics', sheet: 'Physics' }],
    });
  });
});

describe('files made to do harm', () => {
  const withSheet = (change: (xml: string) => string) => {
    const parts = [...workbookParts([{ name: 'S', rows: [columns, line({})] }])];
    return makeZip(
      parts.map(([name, content]) =>
        packEntry(name, name.includes('sheet1') ? change(content) : content),
      ),
    );
  };
  const xmlSheet = (rows: string) =>
    text(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`,
    );

  test('a thousand million columns or merged cells cost nothing', async () => {
    const wide = withSheet((xml) =>
      xml
        .replace(
          '<sheetData>',
          '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="999999999" hidden="1"/></cols><sheetData>',
        )
        .replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="K1:XFD1048576"/></mergeCells>',
        ),
    );
    expect(await readQuestionFile(wide, 'a.xlsx')).toMatchObject({ ok: true, rows: [{ row: 2 }] });
  });

  test.each([
    '<Row ss:Index="999999999"><Cell><Data ss:Type="String">x</Data></Cell></Row>',
    '<Row><Cell ss:Index="99999999"><Data ss:Type="String">x</Data></Cell></Row>',
    '<Row/><Row ss:Index="1"/>',
    '<Row><Cell/><Cell ss:Index="1"/></Row>',
    '<Row><Cell ss:MergeAcross="16383"/><Cell/></Row>',
    '<Row>',
  ])('an XML spreadsheet with %s is refused', async (rows) => {
    expect(await readQuestionFile(xmlSheet(rows), 'a.xls')).toMatchObject({
      ok: false,
      code: 'damaged',
    });
  });

  test('an XML spreadsheet of a thousand million columns and merged cells costs nothing', async () => {
    const wide =
      '<Column ss:Span="99999999"/><Row><Cell ss:MergeAcross="16383" ss:MergeDown="1048575"><Data ss:Type="String">x</Data></Cell></Row>';
    expect(await readQuestionFile(xmlSheet(wide), 'a.xls')).toMatchObject({ code: 'no-header' });
  });

  test('a part whose content does not match its sum is damaged', async () => {
    const parts = [...workbookParts([{ name: 'S', rows: [columns, line({})] }])].map(
      ([name, content]) => packEntry(name, content),
    );
    expect(
      await readQuestionFile(
        makeZip(parts.map((part) => (part.name.includes('sheet1') ? { ...part, sum: 1 } : part))),
        'a.xlsx',
      ),
    ).toMatchObject({ ok: false, code: 'damaged' });
  });

  test('a larger file than the limit is refused unread', async () => {
    expect(await readQuestionFile(new Uint8Array(10 * 1024 * 1024 + 1), 'a.xlsx')).toMatchObject({
      ok: false,
      code: 'too-large',
    });
  });
});
