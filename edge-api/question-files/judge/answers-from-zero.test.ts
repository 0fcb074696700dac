/** Answers that are numbers counted from 0: under which headings and beside which options they are accepted. */
import { describe, expect, test } from 'vitest';
import { cities, line, read } from '#tests/api/question-rows.ts';
import type { BookCell } from '#tests/support/make-workbook.ts';

describe('answers by number in a sheet with a 0 among them', () => {
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

  test('that are all from 0 to 3 are refused, because no key is guessed', async () => {
    const refused = (answer: string) =>
      `CorrectAnswer "${answer}" is counted from 0, as the answers of this sheet are 0 to 3. Please count from 1, or use A to D.`;
    expect(await answered(['1', '0', '3', 'Mumbai'])).toEqual({
      correct: [1],
      errors: [refused('1'), expect.stringContaining('CorrectAnswer "0" is none'), refused('3')],
      warned: [],
    });
  });

  test('that never reach 4 cause a warning each, because they may be counted from 0', async () => {
    expect(await answered(['0', '1', 'C', '3', 'Mumbai'])).toEqual({
      correct: [0, 2, 2, 1],
      errors: [
        'CorrectAnswer "0" is none of the four options, which are counted from 1. If this file counts them from 0, please correct all its answers.',
      ],
      warned: [3, 5],
    });
  });

  test.each<[string, string[], BookCell[] | undefined, number[]]>([
    ['and a 4 are counted from 1, except for the 0', ['0', '1', '4'], undefined, [0, 3]],
    ['that is an option’s text are read as texts', ['0', '1'], ['1', '0', '2', '3'], [1, 0]],
  ])('%s', async (_, answers, options, places) => {
    expect(await answered(answers, options)).toMatchObject({ correct: places, warned: [] });
  });
});

describe('answers under a heading that counts options', () => {
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
    ['Zero-based answer', ['1', '2'], [1, 2], 1],
    ['1-based correct option', ['1', '2'], [0, 1], 0],
    ['Answer (counted from 0)', ['2', '3'], [2, 3], 1],
    ['Answer (0=A, 1=B, 2=C, 3=D)', ['1', '2'], [1, 2], 1],
    ['answer_index (1-4)', ['1', '2'], [0, 1], 0],
    ['Correct Answer (1-4)', ['1', 'C'], [0, 2], 0],
    ['Answer (0-3)', ['A', 'C'], [0, 2], 0],
    ['answer_index (1=A, 2=B, 3=C, 4=D)', ['1', '2'], [0, 1], 0],
    ['Answer (0-3 or 1-4)', ['1', '2'], [0, 1], 0],
    ['Answer (1=A, 2=B, 3=C, 4=D, 0=a bonus)', ['1', '2'], [0, 1], 0],
    ['Answer (from 0 to 4)', ['1', '2'], [0, 1], 0],
    ['Answer (0-3 marks)', ['1', '2'], [0, 1], 0],
  ])('%s, as in %j, name the options %j', async (heading, answers, correct, counted) => {
    expect(await answered(heading, answers)).toEqual({ correct, errors: [], counted });
  });

  test.each([
    [['1', '2', '3']],
    [['1.0', '[2]', 'Option 3']],
    [['1', 'B', 'C']],
    [['0', '4', '2']],
  ])('such as %j are refused, because they may count from 0 or from 1', async (answers) => {
    await expect(answered('answer_index', answers)).rejects.toThrow(
      'The answers in column "answer_index" of sheet "Made" may count the options from 0 or from 1. Please write A to D there and upload the file again.',
    );
  });

  test.each([
    ['Answer', 'Zero-based answer'],
    ['answer', 'answer_0_indexed'],
    ['Correct option', 'correct_option_1_based'],
  ])('are the same as those in %s when %s names the same options', async (plain, counted) => {
    const places = counted.includes('1') ? [2, 4] : [1, 3];
    const { rows, errors } = await read(
      ['B', 'D'].map((answer, at) => [`${at}?`, ...cities, answer, places[at] ?? '']),
      ['Question', 'A', 'B', 'C', 'D', plain, counted],
    );
    expect([rows, errors]).toMatchObject([[{ correct: 1 }, { correct: 3 }], []]);
  });

  test('that include a 4 although the heading says 0 to 3 are refused', async () => {
    await expect(answered('Answer (0-3)', ['1', '4'])).rejects.toThrow('from 0 or from 1');
  });

  test.each(['options[%]', 'options/%', 'choices.%', 'option%', 'Option 0%', 'answer_%'])(
    'beside options %s, numbered from 0, count from 0 if one of them is 0',
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

  const fromZero = ['Question', 'option_0', 'option_1', 'option_2', 'option_3', 'Correct Answer'];

  test('beside options numbered from 0 are the options’ texts if other answers are texts', async () => {
    const rows = [
      ['One and one?', '1', '2', '3', '4', '2'],
      ['One less one?', '1', '2', '3', '0', '0'],
      ['Capital?', ...cities, 'Chennai'],
    ];
    const { rows: taken, errors } = await read(rows, fromZero);
    expect([taken.map(({ correct }) => correct), errors]).toEqual([[1, 3, 2], []]);
    await expect(read(rows.slice(0, 2), fromZero)).rejects.toThrow(
      'may be texts of options or count them from 0 or from 1',
    );
  });

  test('beside options numbered from 0 must agree with another column of answers', async () => {
    const header = [...fromZero, 'Answer'];
    const { rows, errors } = await read(
      [
        ['One?', ...cities, 'B', 'Kolkata'],
        ['Two?', ...cities, 'C', 'Chennai'],
      ],
      header,
    );
    expect(rows.map(({ text }) => text)).toEqual(['Two?']);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('"Kolkata" in column "Answer"'),
    ]);
  });

  test('beside both option_0 and Option A are refused, naming both headings', async () => {
    const header = [...fromZero.slice(0, 5), 'Option A', 'Answer'];
    await expect(read([['One?', ...cities, 'x', '0']], header)).rejects.toThrow(
      'two columns for OptionOne: "option_0" (B1) and "Option A" (F1)',
    );
  });

  test('beside options[0] to options[4] have five options', async () => {
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
    'with a %s among them are places even if the options are numbers',
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

  test('cause no warning beside answers in letters', async () => {
    const both = await answered('answer_index', ['1', '1'], ['Correct Answer']);
    expect(both).toEqual({ correct: [1, 1], errors: [], counted: 0 });
  });

  test('that are also an option’s text cause a warning when others count from 0', async () => {
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
