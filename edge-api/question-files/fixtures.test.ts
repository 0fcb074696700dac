/** Every question file that we were given, whether real, messy or hostile, has its expected outcome. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostileSheets, nastyTexts, poisonNames } from '#tests/support/make-hostile-sheets.ts';
import type { FileReading, ParseOutcome, RefusalCode } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const folder = new URL('../../tests/fixtures/question-files/', import.meta.url);
const bytesOf = (path: string) => readFileSync(new URL(path, folder));
const jsonOf = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const letter = (correct: number) => 'ABCD'[correct] ?? '?';

function accepted(outcome: ParseOutcome): FileReading {
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}: ${outcome.message}`);
  return outcome;
}
const read = async (path: string) => accepted(await readQuestionFile(bytesOf(path), path));

describe('a bank of real questions', () => {
  const bankSchema = z.object({
    key: z.string(),
    valid: z.int(),
    bad: z.record(z.string(), z.string()),
    ambiguous: z.array(z.int()),
    duplicates: z.array(z.int()),
    types: z.record(z.string(), z.int()),
    shown_differs: z.array(z.tuple([z.int(), z.int(), z.string(), z.string()])).optional(),
  });
  // The expected duplicates ignore Type, but the same question under another Type is another question.
  const banks = [
    ['open_200_text.xlsx', 0],
    ['open_200_text.csv', 0],
    ['open_200_letter.xlsx', 0],
    ['open_200_number.xlsx', 0],
    ['open_200_optionname.xlsx', 0],
    ['open_200_typed.xlsx', 0],
    ['open_2000.xlsx', 9],
    ['open_2000_asis.xlsx', 7],
    ['open_20000.xlsx', 41],
  ] as const;

  test.each(banks)(
    '%s has every key right, reports every bad row, and warns of every doubtful one',
    async (file, duplicates) => {
      const expected = bankSchema.parse(jsonOf(`banks/${file.replace(/\.\w+$/, '')}.json`));
      const reading = await read(`banks/${file}`);
      const wrong = reading.rows.filter(
        ({ row, correct }) => letter(correct) !== expected.key[row - 2],
      );
      expect(wrong).toEqual([]);
      expect(reading.rows.length + reading.duplicates.length).toBe(expected.valid);
      expect(reading.errors.map(({ row }) => `${row}`)).toEqual(Object.keys(expected.bad));
      expect(reading.duplicates.length).toBe(duplicates);
      expect(expected.duplicates).toEqual(
        expect.arrayContaining(reading.duplicates.map(({ row }) => row)),
      );
      expect(
        reading.warnings.filter(({ column }) => column === 'CorrectAnswer').map(({ row }) => row),
      ).toEqual(expected.ambiguous);
      if (duplicates > 0) return;
      expect(
        Object.fromEntries(
          Object.keys(expected.types).map((type) => [
            type,
            reading.rows.filter((row) => row.type === type).length,
          ]),
        ),
      ).toEqual(expected.types);
    },
  );

  test('numbers typed into cells are read as Excel shows them', async () => {
    const { shown_differs = [] } = bankSchema.parse(jsonOf('banks/open_200_typed.json'));
    const asText = (await read('banks/open_200_text.xlsx')).rows;
    const typed = (await read('banks/open_200_typed.xlsx')).rows;
    const differing = typed.flatMap(({ row, options }, at) =>
      options.flatMap((option, place) => {
        const written = asText[at]?.options[place];
        return option === written ? [] : [[row, place + 2, written, option]];
      }),
    );
    // The list also counts CorrectAnswer, as column 6; options are columns 2 to 5.
    expect(differing).toEqual(
      shown_differs
        .filter(([, column]) => column <= 5)
        .map(([row, column, written, shown]) => [row, column, written, shown]),
    );
  });
});

describe('an untidy workbook', () => {
  const rowSchema = z.object({
    ok: z.boolean().optional(),
    correct: z.string().optional(),
    policy: z.string().optional(),
  });
  const messySchema = z.record(
    z.string(),
    z.object({
      valid: z.int(),
      rows: z.record(z.string(), rowSchema),
      empty_rows: z.array(z.int()).optional(),
    }),
  );
  const expected = messySchema.parse(jsonOf('messy/expected.json'));
  /** Rows for which two readings would be correct: the option that is taken, or `refused` (fixtures README). */
  const policies: Record<string, Record<number, string>> = {
    'm01_college_paper.xlsx': { 10: 'C', 17: 'B', 22: 'C', 29: 'B' },
    'm02_answers_every_way.xlsx': {
      4: 'A',
      9: 'A',
      22: 'B',
      23: 'B',
      25: 'A',
      40: 'A',
      41: 'A',
      45: 'A',
      46: 'A',
      47: 'A',
      48: 'A',
      51: 'A',
    },
    'm04_rich_merged_formulas.xlsx': { 7: 'D' },
    'm05_scripts.xlsx': { 12: 'A', 13: 'A', 14: 'B', 15: 'B', 16: 'B', 17: 'B' },
  };
  /** Rows of `policies` that need no note, because there is only one way to read them. */
  const plain: Record<string, number[]> = {
    'm02_answers_every_way.xlsx': [9, 45, 51],
    'm05_scripts.xlsx': [12, 13, 16, 17],
  };

  test.each(Object.keys(expected))(
    '%s gives the expected outcome for each of its rows',
    async (file) => {
      const { valid, rows } = expected[file] ?? { valid: -1, rows: {} };
      const reading = await read(`messy/${file}`);
      const named = new Set([...reading.errors, ...reading.warnings].map(({ row }) => row));
      const choices = policies[file] ?? {};
      expect(reading.rows.length).toBe(valid + Object.keys(choices).length);
      for (const [number, row] of Object.entries(rows)) {
        const found = reading.rows.find((each) => each.row === Number(number));
        const wanted =
          row.policy === undefined ? (row.ok ? row.correct : 'refused') : choices[Number(number)];
        expect([number, found ? letter(found.correct) : 'refused']).toEqual([number, wanted]);
        const silent = row.ok === true || plain[file]?.includes(Number(number));
        if (!silent) expect([number, named.has(Number(number))]).toEqual([number, true]);
      }
    },
  );

  const rowOf = async (file: string, number: number) =>
    (await read(`messy/${file}`)).rows.find(({ row }) => row === number);

  test.each([
    [26, ['25%', '50%', '75%', '100%']],
    [27, ['TRUE', 'FALSE', 'Maybe', 'Sometimes']],
    [28, ['15-08-2024', '01-10-2024', '26-01-2024', '25-12-2024']],
    [29, ['3-Apr', '2/3', '1/2', '4/5']],
    [30, ['6.02E+23', '6.02E+22', '3.01E+23', '1.60E-19']],
    [31, ['0.3', '0.4', '0.5', '0.6']],
    [32, ['1.23457E+19', '1', '2', '3']],
    [33, ['007', '7', '07', '0007']],
  ])('options in row %i of m02 are read as Excel shows them', async (row, options) => {
    expect((await rowOf('m02_answers_every_way.xlsx', row))?.options).toEqual(options);
  });

  test('marks typed as text, with a decimal comma or with a sign are read, and never as a larger number', async () => {
    const marks = async (row: number) => {
      const found = await rowOf('m02_answers_every_way.xlsx', row);
      return [found?.weightageHundredths, found?.negativeHundredths];
    };
    expect(await Promise.all([44, 45, 46, 47, 48, 40].map(marks))).toEqual([
      [200, 25],
      [150, 25],
      [100, 25],
      [100, 0],
      [100, 500],
      [100, 25],
    ]);
  });

  test('a Type that differs in case and spaces joins the spelling that the file uses most', async () => {
    expect((await rowOf('m02_answers_every_way.xlsx', 49))?.type).toBe('Domain');
  });

  test('a Type merged down counts for each row, and markup stays text', async () => {
    const rows = await Promise.all(
      [2, 3, 5, 6].map((row) => rowOf('m04_rich_merged_formulas.xlsx', row)),
    );
    expect(rows.map((row) => row?.type)).toEqual([
      'Aptitude',
      'Aptitude',
      'Reasoning',
      'Reasoning',
    ]);
    expect(await rowOf('m04_rich_merged_formulas.xlsx', 10)).toMatchObject({
      text: 'It\'s a "quoted" <b>bold</b> & 5 < 6',
      options: ['<i>tag</i>', '&amp;', '"', "'"],
    });
    expect((await rowOf('m04_rich_merged_formulas.xlsx', 6))?.text).toContain(
      'answer.\nLine two of the passage.\n\nWho',
    );
  });

  test('no file gives a text with control characters other than line breaks and tabs', async () => {
    const readings = await Promise.all(Object.keys(expected).map((file) => read(`messy/${file}`)));
    const texts = readings.flatMap(({ rows }) =>
      rows.flatMap(({ text, options, type }) => [text, ...options, type]),
    );
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => /[^\P{Cc}\t\n]/u.test(text))).toEqual([]);
  });

  test('each visible sheet is a section; the hidden one is left out and reported', async () => {
    const reading = await read('messy/m03_sheet_per_section.xlsx');
    expect(reading.sheets.map(({ sheet, questions }) => [sheet, questions])).toEqual([
      ['Instructions', 0],
      ['English', 10],
      ['Computer ', 12],
      ['Science', 15],
      ['GK', 0],
      ['old questions', 0],
    ]);
    expect(new Set(reading.rows.map(({ type }) => type))).toEqual(
      new Set(['English', 'Computer', 'Science']),
    );
    expect(reading.warnings.map(({ sheet, row }) => [sheet, row])).toEqual([
      ['Instructions', 0],
      ['old questions', 0],
    ]);
  });

  test('Windows-1252 text keeps its letters, and decimal commas are read in marks', async () => {
    const last = (await read('messy/m06_semicolon_cp1252.csv')).rows.at(-1);
    expect(last).toMatchObject({
      text: 'Café crème — “naïve” €5?',
      options: ['Über', 'señor', 'façade', 'coöp'],
      correct: 1,
      negativeHundredths: 25,
    });
  });

  test('quotation marks and line breaks inside a field of a CSV file are part of the text', async () => {
    expect((await read('messy/m06b_utf8_no_bom_lf.csv')).rows.at(-2)).toMatchObject({
      text: 'He said, "Hello, world"\nand left. What did he say?',
      options: ['a,b', '"quoted"', "it's", 'line\nbreak'],
      correct: 1,
    });
  });

  test('the same twenty questions are read from every kind of file called .xls', async () => {
    const questions = async (file: string) =>
      (await read(`messy/${file}`)).rows.map(({ sheet: _, ...question }) => question);
    const first = await questions('m07_old_biff8.xls');
    for (const file of [
      'm07b_html_table.xls',
      'm07c_excel95_biff5.xls',
      'm08_spreadsheetml_2003.xls',
      'm09_tab_text.xls',
      'm10_no_refs_inline.xlsx',
    ]) {
      expect(await questions(file)).toEqual(first);
    }
  });
});

describe('a workbook that people really made', () => {
  const fileSchema = z.object({
    valid: z.int(),
    valid_rows: z.union([z.array(z.int()), z.record(z.string(), z.string())]).optional(),
    bad: z.record(z.string(), z.string()).optional(),
  });
  const { _about, ...listed } = z
    .record(z.string(), z.unknown())
    .parse(jsonOf('real/expected.json'));
  const real = z.record(z.string(), fileSchema).parse(listed);
  const noAnswers = Object.keys(real).filter((name) => name.includes('science-quiz'));
  const noQuestions = Object.keys(real).filter((name) => name.includes('elwetana'));
  const whole = Object.keys(real).filter((name) => /savsoft|bphc/.test(name));

  test.each(noAnswers)('%s is refused, naming its missing column', async (file) => {
    expect(await readQuestionFile(bytesOf(`real/${file}`), file)).toMatchObject({
      ok: false,
      code: 'missing-columns',
      message: expect.stringContaining('CorrectAnswer'),
    });
  });

  test.each(noQuestions)(
    '%s is refused, because it has no questions with four options',
    async (file) => {
      expect(await readQuestionFile(bytesOf(`real/${file}`), file)).toMatchObject({
        ok: false,
        code: 'no-header',
      });
    },
  );

  test.each(whole)('%s gives its questions and reports its bad rows', async (file) => {
    const expected = real[file];
    const reading = await read(`real/${file}`);
    expect(reading.rows.map(({ row, correct }) => [`${row}`, letter(correct)])).toEqual(
      Object.entries(expected?.valid_rows ?? {}),
    );
    const errors = reading.errors.map(({ row }) => `${row}`);
    expect(errors).toEqual(expect.arrayContaining(Object.keys(expected?.bad ?? {})));
  });

  test('with eight sheets under the headers 1 to 4 gives the questions of each', async () => {
    const reading = await read('real/quiz-server/data.xlsx');
    for (const { sheet, questions } of reading.sheets) {
      const expected = real[`quiz-server/data.xlsx#${sheet}`];
      const bad = reading.errors.filter((each) => each.sheet === sheet).map(({ row }) => `${row}`);
      expect([sheet, questions, bad]).toEqual([
        sheet,
        expected?.valid,
        Object.keys(expected?.bad ?? {}),
      ]);
    }
    expect(reading.rows.length).toBe(47);
  });

  test('keeps options that look like tags as typed', async () => {
    expect((await read('real/bphc/sample_questions.xlsx')).rows[1]?.options).toEqual([
      '<link>',
      '<a>',
      '<href>',
      '<a>link</a>',
    ]);
  });
});

describe('a hostile file', () => {
  const named = z.record(z.string(), z.string()).parse(jsonOf('hostile/expected.json'));
  const outcomes: Record<string, RefusalCode | number> = {
    'bomb_1gib_spaces.xlsx': 'too-large',
    'rows_200000.xlsx': 'too-many-rows',
    'xml_billion_laughs.xlsx': 'unsafe',
    'xml_external_entity.xlsx': 'unsafe',
    'links_dde_external.xlsx': 2,
    'names_prototype.xlsx': 10,
    'cells_injection.xlsx': 30,
    'png_renamed.xlsx': 'wrong-kind',
    'empty.xlsx': 'empty-file',
    'one_byte.xls': 'no-header',
    'truncated.xlsx': 'damaged',
    'text_renamed.xlsx': 'wrong-kind',
    'no_workbook_part.xlsx': 'wrong-kind',
    'zip_slip_and_duplicate.xlsx': 'unsafe',
    'macro_named.xlsx': 2,
    'broken_references.xlsx': 'damaged',
    'header_only.xlsx': 'no-questions',
    'no_header.xlsx': 'no-header',
    'duplicate_header.xlsx': 'duplicate-columns',
    'missing_column.xlsx': 'missing-columns',
    'password_exam123.xlsx': 'password-protected',
  };
  const make = (file: string) => hostileSheets[file]?.() ?? bytesOf(`hostile/${file}`);
  // Each file is read only once, because the largest take seconds.
  const readings = new Map<string, ReturnType<typeof readQuestionFile>>();
  const parsed = async (file: string) => {
    const reading = readings.get(file) ?? readQuestionFile(make(file), file);
    readings.set(file, reading);
    return await reading;
  };

  test.each(Object.keys(named))(
    '%s has the expected outcome, in words that a clerk understands',
    async (file) => {
      const outcome = await parsed(file);
      expect(outcome.ok ? outcome.rows.length : outcome.code).toBe(outcomes[file]);
      if (!outcome.ok) expect(outcome.message).toMatch(/^[A-Z][^\n]*\.$/);
      if (!outcome.ok) expect(outcome.message).not.toMatch(/\bat \S+:\d+|Error|undefined|root:/);
    },
  );

  test('is refused with a message that names what is wrong', async () => {
    expect(await parsed('password_exam123.xlsx')).toMatchObject({
      message: expect.stringContaining('protected by a password'),
    });
    expect(await parsed('missing_column.xlsx')).toMatchObject({
      message: expect.stringContaining('CorrectAnswer'),
    });
    expect(await parsed('duplicate_header.xlsx')).toMatchObject({
      message: expect.stringMatching(/"OptionFour" \(E1\) and "OptionFour" \(F1\)/),
    });
    expect(await parsed('rows_200000.xlsx')).toMatchObject({
      message: expect.stringContaining('50,000 rows'),
    });
  });

  test('may use names such as __proto__, which are read as plain texts', async () => {
    const reading = accepted(await parsed('names_prototype.xlsx'));
    const onQuestions = reading.rows
      .filter(({ sheet }) => sheet === 'Questions')
      .map(({ type }) => type);
    expect(onQuestions).toEqual(['Aptitude', '__proto__', 'constructor', 'toString']);
    expect(
      poisonNames.map((name) => reading.rows.filter(({ sheet }) => sheet === name).length),
    ).toEqual([1, 1, 1, 1, 1, 1]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test('may have texts that look like formulas or markup, which stay as typed and keep their answers', async () => {
    const { rows } = accepted(await parsed('cells_injection.xlsx'));
    expect(rows.slice(0, nastyTexts.length).map(({ text }) => text)).toEqual(
      nastyTexts.map((text) => text.trim()),
    );
    expect(rows.slice(nastyTexts.length).map(({ options, correct }) => options[correct])).toEqual([
      '-5',
      '-itis',
      '+3',
      '=',
      '@',
    ]);
  });

  test('may have formulas, which are not calculated; their stored values are used', async () => {
    const { rows } = accepted(await parsed('links_dde_external.xlsx'));
    expect(rows[0]).toMatchObject({ options: ['1', '2', 'click', '4'], correct: 2 });
  });
});
