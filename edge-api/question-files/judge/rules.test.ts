/** How the other cells of a row are read, rule by rule (the decisions are in the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { type Cells, cities, line, number, read, readSheets } from '#tests/api/question-rows.ts';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { styles } from '#tests/support/make-workbook.ts';
import { contentKey } from './item.ts';

describe('a cell that doesn’t hold what was meant', () => {
  test.each([
    ['#NAME?', 'as Excel writes an error'],
    ['#REF!', 'as Excel writes an error'],
    ['1.23E+11', 'as Excel writes a long number'],
    ['########', 'as Excel writes what its column is too narrow for'],
    ['02-Jan', 'as Excel writes what it takes for a date'],
    ['Jan-02', 'as Excel writes what it takes for a date'],
    ['https://x.in/a/b.png', 'has a link to a picture'],
    ['Which gate? ![a gate](gate.png)', 'has a link to a picture'],
    ['<img src="gate.png">', 'has a link to a picture'],
  ])('is read as it stands, with a warning: %j', async (said, why) => {
    const { rows, warnings } = await read([
      line({ text: said }),
      line({ options: [said, 'x', 'y', 'z'], answer: 'x' }),
    ]);
    expect(rows).toMatchObject([{ text: said }, { options: [said, 'x', 'y', 'z'] }]);
    expect(warnings).toMatchObject([
      { row: 2, column: 'Questions', message: expect.stringContaining(why) },
      { row: 3, column: 'OptionOne', message: expect.stringContaining(why) },
    ]);
  });

  test.each(['#5 of 7', '26 January', '5E2', 'C#', 'See https://x.in/a?', 'A[1] is png'])(
    'is not suspected in %j',
    async (said) => {
      expect((await read([line({ text: said })])).warnings).toEqual([]);
    },
  );
});

describe('when most right answers are in one place', () => {
  const bank = (answers: string) =>
    [...answers].map((answer, at) =>
      line({ text: `Question ${at}?`, options: ['w', 'x', 'y', 'z'], answer }),
    );

  test.each([
    ['A'.repeat(20), 'OptionOne is the right answer of all 20 questions.'],
    [`${'C'.repeat(15)}ABBDD`, 'OptionThree is the right answer of 15 of 20 questions.'],
  ])('a warning says that candidates may notice: %s', async (answers, said) => {
    const { warnings } = await read(bank(answers));
    const message = expect.stringContaining(said);
    expect(warnings).toMatchObject([{ row: 0, column: 'CorrectAnswer', message }]);
  });

  test.each(['A'.repeat(19), `${'C'.repeat(14)}AABBDD`])(
    'there is no warning for few questions, or a smaller share: %s',
    async (answers) => expect((await read(bank(answers))).warnings).toEqual([]),
  );

  test('each sheet is counted on its own', async () => {
    const sheets = ['A', 'B'].map((answer) => ({
      name: answer,
      rows: [columns, ...bank(answer.repeat(20)).map((cells) => cells.with(8, answer))],
    }));
    expect(await readSheets(sheets)).toMatchObject({
      warnings: [
        { sheet: 'A', row: 0, message: expect.stringContaining('OptionOne') },
        { sheet: 'B', row: 0, message: expect.stringContaining('OptionTwo') },
      ],
    });
  });
});

describe('an option with a mark that no other option has', () => {
  test.each([
    'Delhi ✅',
    '✔️ Delhi',
    'Delhi ☑️',
    'Delhi (correct)',
    'Delhi [Correct Answer]',
    'Delhi (Ans.)',
    'दिल्ली (सही उत्तर)',
  ])('gives away the answer, so its row is refused: %j', async (said) => {
    for (const options of [
      [said, 'b', 'c', 'd'],
      ['a ❌', 'b', 'c', said],
    ]) {
      const { rows, errors } = await read([line({ options, answer: 'A' })]);
      expect(rows).toEqual([]);
      const column = options[0] === said ? 'OptionOne' : 'OptionFour';
      const message = expect.stringContaining('tells candidates the answer');
      expect(errors).toMatchObject([{ row: 2, column, message }]);
    }
  });

  test.each([
    { options: ['✓', '✗', '?', '!'] },
    { options: ['a ✓', 'b ✓', 'c', 'd'] },
    { options: ['Turn left', 'Turn (right)', 'a (b)', 'No answer'] },
    { options: ['(Correct) spelling', 'Correct', 'Answer', 'Sum (total)'] },
  ])('is not suspected in %j', async ({ options }) => {
    const { rows, errors } = await read([line({ options, answer: 'A' })]);
    expect([rows, errors]).toMatchObject([[{ options }], []]);
  });
});

test('a row with a total is skipped, whatever column the word is in, even between questions', async () => {
  const { rows, errors, warnings } = await read([
    line({}),
    [null, null, null, null, null, 'Total', 12, null, null],
    [null, 'Grand total', null, null, null, null, 12, null, null],
    line({}),
    [null, 'Total marks', 'Mumbai', 'Chennai', 'Kolkata', 'A', 1, 0, 'GK'],
    line({}),
  ]);
  expect(rows.map(({ row }) => row)).toEqual([2, 5, 7]);
  expect(errors).toMatchObject([{ row: 6, column: 'Questions' }]);
  expect(warnings.map(({ row, message }) => [row, message])).toEqual([
    [3, expect.stringContaining('("Total"): it was skipped')],
    [4, expect.stringContaining('("Grand total"): it was skipped')],
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

  test.each([
    ['$\\frac{1}{2}$ of 8?', '\\frac'],
    ['Is \\(\\sqrt 2\\) rational?', '\\('],
    ['\\theta = ?', '\\theta'],
    ['Is $$x < 2$$ so?', '$$x < 2$$'],
    ['If $x^2 = 4$, is $x_1 = 2$?', '$x^2 = 4$'],
  ])('cause a warning if they are LaTeX formulas, too: %j', async (said, named) => {
    const { rows, warnings } = await read([line({ text: said })]);
    expect(rows).toMatchObject([{ text: said }]);
    const message = expect.stringContaining(`a formula in LaTeX such as ${named}, which is shown`);
    expect(warnings).toMatchObject([{ row: 2, message }]);
  });

  test.each([
    'If a<b and c>d?',
    'Is <p> a tag?',
    'AT&T?',
    'What is List<int>?',
    'p < b; q > i',
    '$my_name = $x; print $my_name;',
    'Is $5 or $6_000 more?',
  ])('are not suspected in %j', async (said) => {
    expect((await read([line({ text: said })])).warnings).toEqual([]);
  });
});

test('a sheet’s name becomes a Type without the characters that no text may contain', async () => {
  const name = 'Apt\u0000\u0007';
  const rows = [columns.slice(0, 8), line({}).slice(0, 8)];
  expect(await readSheets([{ name, rows }])).toMatchObject({ rows: [{ type: 'Apt' }] });
});

describe('marks and Type', () => {
  test.each(['one', '1,000', '2025', '1e3', '-1', '-1/4', '-½'])(
    'Weightage %j is refused',
    async (weightage) => {
      expect((await read([line({ weightage })])).errors.map(({ column }) => column)).toEqual([
        'Weightage',
      ]);
    },
  );

  test('Weightage 0, which removes a question from the score, is accepted with a warning', async () => {
    const file = await read([line({ weightage: '0' })]);
    expect(file.rows[0]?.weightageHundredths).toBe(0);
    expect(file.warnings.map(({ column }) => column)).toContain('Weightage');
  });

  test('a date or a percentage is not accepted as marks', async () => {
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
    'Negative %j means no negative marks, with a warning',
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

  test('a warning about the marks of many rows is given once and hides no other warning', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => line({ negative: at < 9 ? -1 : -0.25 }));
    const { warnings } = await read([...rows, line({ text: '#NAME?', negative: -0.25 })]);
    const said = warnings.flatMap(({ row, message }) => (row === 0 ? [] : [[row, message]]));
    expect(said.slice(0, 9)).toEqual(
      Array.from({ length: 9 }, (_, at) => [at + 2, 'Negative -1 is read without its sign.']),
    );
    expect(said.slice(9)).toEqual([
      [11, 'Negative -0.25 is read without its sign. The same for 31 more questions.'],
      [42, expect.stringContaining('as Excel writes an error')],
    ]);
  });

  test('Negative in percent means that share of the marks, and a value that looks like marks is refused', async () => {
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
    'Weightage %j is refused, not read as another number',
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
    'Type %j is refused, because results use that name',
    async (type) => {
      expect(
        (await read([line({ type }), line({})])).errors.map(({ row, column }) => [row, column]),
      ).toEqual([[2, 'Type']]);
    },
  );

  test('Types that differ only in case and spaces are one, spelled as most rows spell it', async () => {
    const { rows } = await read(
      ['  domain ', 'Domain', 'DOMAIN', 'Domain'].map((type) => line({ type })),
    );
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Domain']));
  });
});

describe('the same question twice', () => {
  const question = { text: 'Capital?', options: cities };

  test.each(['capital ?', 'Capital', '  Q2. Capital?', '12) Capital ?', 'CAPITAL:'])(
    'with differences that readers overlook, as in %j, is read, with a warning that names the first',
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
  ])('with %s counts as another question, without a warning', async (_, other) => {
    const { rows, warnings } = await read([
      line(question),
      line({ ...question, text: 'capital?', ...other }),
    ]);
    expect([rows.length, warnings]).toEqual([2, []]);
  });

  test('is reported once and left out, whatever the order and spacing of its options', async () => {
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

  test('under another Type, or in another case, counts as another question', async () => {
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

  test('has the same key in the bank, however it is spaced or composed', () => {
    const key = contentKey({ type: 'GK', text: 'caf\u00e9  one', options: ['a', 'b', 'c', 'd'] });
    expect(
      contentKey({ type: ' gk', text: 'cafe\u0301 one ', options: ['d', 'c', 'b', 'a'] }),
    ).toBe(key);
    expect(contentKey({ type: 'gk', text: 'Café one', options: ['a', 'b', 'c', 'd'] })).not.toBe(
      key,
    );
  });
});
