/** Options that are all in one cell are read if the rows separate them, and refused otherwise. */
import { describe, expect, test } from 'vitest';
import { readQuestionFile } from '#api/question-files/read-question-file.ts';
import { cities, read } from '#tests/api/question-rows.ts';

const others = ['Pune', 'Goa', 'Agra', 'Surat'];
const heading = (name: string) => ['Question', name, 'Answer'];
const none = 'Each option needs a column of its own';

async function optionsOf(name: string, one: string, two: string, answers = ['Mumbai', 'Agra']) {
  const { rows, errors, warnings } = await read(
    [
      ['Which?', one, answers[0] ?? ''],
      ['Where?', two, answers[1] ?? ''],
    ],
    heading(name),
  );
  return {
    read: rows.map(({ options, correct }) => [options, options[correct]]),
    errors: errors.map(({ row, message }) => [row, message]),
    isTold: warnings.some(({ message }) =>
      message.startsWith(`The options stand together in column "${name}".`),
    ),
  };
}

describe('options in one cell', () => {
  const python = (options: string[]) => `[${options.map((option) => `'${option}'`).join(', ')}]`;

  test.each<[string, string, (options: string[]) => string]>([
    ['written as JSON', 'options', (options) => JSON.stringify(options)],
    ['written as in Python', 'choices', python],
    ['written as in NumPy', 'Choices', (options) => python(options).replaceAll(', ', '\n ')],
    ['separated by strokes', 'Options', (options) => options.join(' | ')],
    ['on lines of their own', 'Answer choices', (options) => options.join('\n')],
    [
      'lettered and separated by semicolons',
      'options',
      (options) => options.map((option, at) => `${'ABCD'[at]}) ${option}`).join('; '),
    ],
  ])('that are %s are read as four, with a warning', async (_, name, write) => {
    expect(await optionsOf(name, write(cities), write(others))).toEqual({
      read: [
        [cities, 'Mumbai'],
        [others, 'Agra'],
      ],
      errors: [],
      isTold: true,
    });
  });

  test('keep the characters of a program’s texts', async () => {
    const one = String.raw`["\u0926\u093f", 'It\'s', "x\\y", 4]`;
    const { read: taken } = await optionsOf('options', one, python(others), ["It's", 'Agra']);
    expect(taken[0]).toEqual([['दि', "It's", 'x\\y', '4'], "It's"]);
  });

  test.each<[string, (options: string[]) => string]>([
    ['as a list', (options) => JSON.stringify(options)],
    ['between strokes', (options) => options.join('|')],
  ])('that are only the wrong ones, %s, are joined by the right one', async (_, write) => {
    const [, ...wrong] = cities;
    const [, ...alsoWrong] = others;
    const answers = [cities[0] ?? '', others[0] ?? ''];
    const asked = await optionsOf('incorrect_answers', write(wrong), write(alsoWrong), answers);
    expect(asked.read).toEqual([
      [cities, 'Delhi'],
      [others, 'Pune'],
    ]);
  });

  test('are counted from 0 if an answer is 0, and refused if no answer shows how they are counted', async () => {
    const asked = (answers: string[]) =>
      optionsOf('options', python(cities), python(others), answers);
    expect((await asked(['0', '2'])).read).toEqual([
      [cities, 'Delhi'],
      [others, 'Agra'],
    ]);
    await expect(asked(['1', '2'])).rejects.toThrow('from 0 or from 1');
  });

  test('are refused in their row if there are five or three', async () => {
    const asked = await optionsOf(
      'options',
      python([...cities, 'Goa']),
      python(others.slice(0, 3)),
    );
    expect([asked.read, asked.errors]).toEqual([
      [],
      [
        [2, expect.stringContaining('There is a fifth option')],
        [3, 'OptionFour is empty.'],
      ],
    ]);
  });

  test('are read above a total and a second row of headings', async () => {
    const { rows, errors } = await read(
      [
        ['Which?', python(cities), 'Mumbai'],
        heading('options'),
        ['Where?', python(others), 'Agra'],
        ['Total', '2'],
        [null, 'checked by A. B.'],
      ],
      heading('options'),
    );
    expect([rows, errors]).toMatchObject([
      [
        { row: 2, options: cities, correct: 1 },
        { row: 4, options: others, correct: 2 },
      ],
      [],
    ]);
  });

  test('name the row, and the cell that they stand in, where most others can be told apart', async () => {
    const { rows, errors } = await read(
      [
        ['Which?', python(cities), 'Mumbai'],
        ['Where?', python(others), 'Agra'],
        ['Why?', 'a b c d', 'a'],
        ['Who?', python(['Delhi', 'Goa', 'Goa', 'Pune']), 'Delhi'],
        ['When?', python([...cities, 'Goa']), 'Goa'],
      ],
      heading('options'),
    );
    expect(rows).toMatchObject([{ options: cities }, { options: others }]);
    expect(errors).toMatchObject([
      { row: 4, cell: 'B4', message: expect.stringContaining('OptionFour is empty') },
      { row: 5, cell: 'B5', message: 'OptionTwo and OptionThree are the same.' },
      { row: 6, cell: 'B6', message: expect.stringContaining('a fifth option (cell B6)') },
    ]);
  });

  test('are answered by a list of one, and not by one of two', async () => {
    const one = await optionsOf('options', python(cities), python(others), ['["Mumbai"]', "['C']"]);
    expect([one.read, one.errors]).toEqual([
      [
        [cities, 'Mumbai'],
        [others, 'Agra'],
      ],
      [],
    ]);
    const answers = ["['Delhi', 'Mumbai']", 'C'];
    const two = await optionsOf('options', python(cities), python(others), answers);
    expect([two.read, two.errors]).toMatchObject([[[others, 'Agra']], [[2, expect.anything()]]]);
  });

  test('are read beside notes in columns without a name', async () => {
    const { rows, errors } = await read(
      [
        ['Which?', python(cities), 'Mumbai', 'ask again', null, 'B', 'C', 'D'],
        ['Where?', python(others), 'C'],
      ],
      heading('options'),
    );
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      { options: cities, correct: 1 },
      { options: others, correct: 2 },
    ]);
  });

  test('are refused in a row of a text file whose values have shifted', async () => {
    const text = ['options,answer,question', 'Which?', 'In a, b or c?'].map((asked, at) =>
      at === 0 ? asked : `${cities.join('|')},Mumbai,${asked}`,
    );
    const outcome = await readQuestionFile(Buffer.from(text.join('\n')), 'made.csv');
    expect(outcome).toMatchObject({ rows: [{ text: 'Which?' }], errors: [{ row: 3 }] });
  });

  test.each([
    ['that are too long to be read whole', `${'x|'.repeat(3)}${'y'.repeat(20_000)}`],
    ['whose signs may be those of a formula', String.raw`["\theta", "b", "c", "d"]`],
    ['with a formula behind a line break', String.raw`["\neq", "b", "c", "d"]`],
  ])('%s are refused', async (_, one) => {
    const list = one.startsWith('[') ? python(others) : others.join('|');
    await expect(optionsOf('options', one, list, ['B', 'B'])).rejects.toThrow(none);
  });

  test.each([
    ['Delhi, Mumbai, Chennai, Kolkata', 'Pune, Goa, Agra, Surat'],
    ['Delhi|Mumbai|Chennai|Kolkata', 'Pune|Goa|Agra'],
    ['Delhi|Mumbai|Chennai|Kolkata', 'Pune;Goa;Agra;Surat'],
    [String.raw`["Delhi", "\q", "Chennai", "Kolkata"]`, python(others)],
    ["['It''s', 'Mumbai', 'Chennai']", python(others)],
    ["['Delhi', array(['Mumbai'])]", python(others)],
  ])('such as %j beside %j are refused, because nothing tells them apart', async (one, two) => {
    await expect(optionsOf('options', one, two)).rejects.toThrow(none);
  });
});
