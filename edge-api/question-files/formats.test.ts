/** GIFT, Aiken and Moodle XML give the same questions as a workbook would; what can't be read is reported. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseQuestionFile } from './parse-question-file.ts';
import type { FileReading, RefusalCode } from './question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const folder = new URL('../../tests/fixtures/question-files/formats/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, folder));

async function accepted(bytes: Uint8Array, name: string): Promise<FileReading> {
  const outcome = await readQuestionFile(bytes, name);
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}: ${outcome.message}`);
  return outcome;
}
const read = (name: string) => accepted(bytesOf(name), name);
const text = (content: string) => new TextEncoder().encode(content);
const refusal = async (content: string | Uint8Array, name: string) => {
  const outcome = await readQuestionFile(
    typeof content === 'string' ? text(content) : content,
    name,
  );
  return outcome.ok ? { code: 'accepted', message: '' } : outcome;
};
/** The messages about what is left out or refused, by line. */
const refused = ({ errors }: FileReading) =>
  Object.fromEntries(errors.map(({ row, message }) => [row, message]));

describe('the same twenty questions', () => {
  const expected = z
    .object({
      questions: z.array(
        z.object({
          q: z.string(),
          o: z.array(z.string()),
          c: z.int(),
          t: z.string(),
          n: z.number(),
        }),
      ),
    })
    .parse(JSON.parse(bytesOf('same20.expected.json').toString('utf8'))).questions;

  test.each([
    ['same20.gift.txt', 'gift'],
    ['same20.moodle.xml', 'moodle-xml'],
  ])('%s has every text, key, Type and mark right', async (file, format) => {
    const reading = await read(file);
    expect(reading).toMatchObject({ format, errors: [], duplicates: [] });
    expect(
      reading.rows.map((row) => [
        row.text,
        row.options,
        row.correct,
        row.type,
        row.weightageHundredths,
        row.negativeHundredths,
      ]),
    ).toEqual(expected.map(({ q, o, c, t, n }) => [q, o, c, t, 100, n * 100]));
  });

  test('same20.aiken.txt has them too, without the line breaks, Types and marks that Aiken can’t hold', async () => {
    const reading = await read('same20.aiken.txt');
    expect(reading.rows.map((row) => [row.text, row.options, row.correct, row.type])).toEqual(
      expected.map(({ q, o, c }) => [q.replace(/\n/g, ' '), o, c, 'same20']),
    );
    expect(reading.warnings).toMatchObject([
      { row: 0, column: 'Type', message: expect.stringContaining('"same20"') },
      { row: 0, column: 'Weightage' },
      ...['Questions', 'OptionOne', 'OptionThree'].map((column) => ({
        ...{ row: 134, column, message: expect.stringContaining('markup') },
      })),
    ]);
  });

  test('odd texts get the same warnings as in a workbook, except for tags in a format that has markup', async () => {
    const aiken = 'Is $$x$$ <b>odd</b>?\nA) 2-Jan\nB) b\nC) c\nD) ####\nANSWER: B';
    const gift =
      '::a::[html]Is $$x$$ &lt;b&gt;odd&lt;/b&gt;? {~2-Jan =&lt;/b&gt; ~c ~\\#\\#\\#\\#}';
    const answers = ['2-Jan', '&amp;lt;/b&amp;gt;', 'c', '####'].map(
      (said, at) => `<answer fraction="${at === 1 ? 100 : 0}"><text>${said}</text></answer>`,
    );
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text>Is $$x$$ odd?</text></questiontext>${answers.join('')}</question></quiz>`;
    for (const said of [aiken, gift, xml]) {
      const { rows, warnings } = await accepted(text(said), 'a.txt');
      expect(rows).toMatchObject([{ correct: 1, options: { 0: '2-Jan', 3: '####' } }]);
      expect(warnings.filter(({ row }) => row > 0)).toMatchObject([
        { column: 'Questions', message: expect.stringContaining('LaTeX such as $$x$$') },
        { column: 'OptionOne', message: expect.stringContaining('takes for a date') },
        { column: 'OptionFour', message: expect.stringContaining('too narrow') },
      ]);
    }
  });

  test('a file’s kind is recognised by its content, whatever its name', async () => {
    expect((await accepted(bytesOf('same20.gift.txt'), 'questions.csv')).format).toBe('gift');
    expect((await accepted(bytesOf('same20.aiken.txt'), 'questions')).format).toBe('aiken');
    expect((await accepted(bytesOf('same20.moodle.xml'), 'export.bin')).format).toBe('moodle-xml');
    const utf16 = Buffer.from(`\ufeff${bytesOf('same20.gift.txt').toString('utf8')}`, 'utf16le');
    expect((await accepted(utf16, 'a.gift')).rows.length).toBe(20);
  });

  test('a table whose questions mention GIFT and Aiken stays a table', async () => {
    const csv = [
      'Question,A,B,C,D,Answer,Type',
      '"What does {=a ~b ~c ~d} mean?\nA) this\nANSWER: B",1 one,2 two,3 three,4 four,C,GIFT',
    ].join('\r\n');
    const reading = await accepted(text(csv), 'a.txt');
    expect(reading).toMatchObject({ format: 'delimited', rows: [{ correct: 2, type: 'GIFT' }] });
  });
});

describe('GIFT', async () => {
  const reading = await read('constructs.gift.txt');

  test('escapes, comments, names, formats, feedback, gaps, categories and shares of the mark are read', () => {
    expect(
      reading.rows.map((row) => [
        row.row,
        row.type,
        row.text,
        row.options,
        row.correct,
        row.negativeHundredths,
      ]),
    ).toEqual([
      [
        6,
        'Rivers / and Lakes',
        'Which river flows past Rajahmundry?',
        ['Godavari', 'Krishna', 'Tungabhadra', 'Penna'],
        0,
        0,
      ],
      [
        14,
        'Rivers / and Lakes',
        'Which line is GIFT: { = # } ~ \\?\nOnly one is.',
        ['= 2 + 2', '= 2 + 3', '50\\% of C:\\temp\\new', '#4 // not a comment'],
        1,
        0,
      ],
      [
        21,
        'Rivers / and Lakes',
        'The lake that _____ is, lies between the Krishna and the Godavari.',
        ['Kolleru', 'Chilika', 'Pulicat', 'Loktak'],
        0,
        0,
      ],
      [
        23,
        'Rivers / and Lakes',
        'How deep is the Ken at Panna?',
        ['1 m', '2 m', '3 m', '4 m'],
        3,
        33,
      ],
      [
        27,
        'Maths',
        "Water boils at sea level at H<sub>2</sub>O's _____ point.",
        ['90 °C', '100 °C', '110 °C', '120 °C'],
        1,
        0,
      ],
    ]);
    expect(reading.warnings.map(({ row, column }) => [row, column])).toEqual([
      [23, 'Negative'],
      [27, 'Questions'],
    ]);
  });

  test('every question that can’t be read is reported by its line, with the reason', () => {
    expect(refused(reading)).toEqual({
      29: expect.stringMatching(/2 right answers/),
      31: expect.stringMatching(/25% of the mark for "two"/),
      33: expect.stringMatching(/cost differently \(25% and 0%\)/),
      35: expect.stringMatching(/5 options/),
      37: 'OptionTwo and OptionThree are the same.',
      39: expect.stringMatching(/No option is marked as right/),
      41: expect.stringMatching(/2 right answers/),
      43: expect.stringMatching(/true\/false/),
      45: expect.stringMatching(/true\/false/),
      47: expect.stringMatching(/a number/),
      49: expect.stringMatching(/typed answer/),
      51: expect.stringMatching(/matching/),
      53: expect.stringMatching(/essay/),
      55: expect.stringMatching(/no answers in braces/),
      57: expect.stringMatching(/never closed/),
      59: expect.stringMatching(/empty line must stand between/),
      62: 'The question has no text.',
    });
  });

  test('an option whose text names another option’s place keeps its own place', async () => {
    const { rows } = await accepted(text('Which is B?{~OptionTwo =B ~A ~4}'), 'a.gift');
    expect(rows).toMatchObject([{ options: ['OptionTwo', 'B', 'A', '4'], correct: 1 }]);
    expect(
      (await accepted(text('Q?{~2 ~OptionOne =1 ~OptionThree}'), 'a.gift')).rows[0]?.correct,
    ).toBe(2);
  });

  test('when each answer has a line of its own, an unescaped sign inside an answer is text, with a warning', async () => {
    const question = (options: string) => `How is it read?{\n${options}\n}\n\n`;
    const { rows, errors, warnings } = await accepted(
      text(
        question('=With `header=True` # yes\n~With a ~ b\n~x=1\n~Never') +
          question('=one ~two\n~three ~four') +
          question('~http://a.b\n  =https://a.b/c?x=1\n\t~%-50%ftp://x\n~%-50%none\n~%-50%five=5') +
          question('=one\n~two ~three\n~four\n~five'),
      ),
      'a.gift',
    );
    expect(rows).toMatchObject([
      { row: 1, options: ['With `header=True`', 'With a ~ b', 'x=1', 'Never'], correct: 0 },
      { row: 8, options: ['one', 'two', 'three', 'four'], correct: 0 },
    ]);
    expect(warnings).toMatchObject([
      { row: 0 },
      { row: 1, message: expect.stringContaining('must be written \\= and \\~') },
    ]);
    expect(errors).toMatchObject([
      { row: 13, message: expect.stringContaining('right answers') },
      { row: 21, message: expect.stringContaining('5 options') },
    ]);
  });

  test('a format mark counts only at the beginning of a text, and tags in a plain text are shown as typed', async () => {
    const { rows, warnings } = await accepted(
      text('[plain]Which is <b>bold</b>?{\n=<b>\n~a [html]\n~doc[html]\n~[html]<i>c</i>\n}'),
      'a.gift',
    );
    expect(rows).toMatchObject([
      { text: 'Which is <b>bold</b>?', options: ['<b>', 'a [html]', 'doc[html]', 'c'] },
    ]);
    expect(warnings.map(({ message }) => message).join()).toContain('Tags such as <b>');
  });

  test('unescaped braces in a question’s text are reported as the possible mistake', async () => {
    const { errors } = await accepted(
      text('What prints print(f"{x}")?{=5 ~x ~y ~z}\n\nSo?{=5 ~x ~y ~z}'),
      'a.gift',
    );
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining('\\{ or \\}') }]);
  });

  test('a code fence around a file, as chat programs add it, is not part of its questions', async () => {
    const fenced = `\n\`\`\`gift\n::Q1:: Which?{=a ~b ~c ~d}\n\`\`\`\n`;
    expect((await accepted(text(fenced), 'a.gift')).rows).toMatchObject([
      { row: 3, text: 'Which?', options: ['a', 'b', 'c', 'd'] },
    ]);
    const table = '```csv\r\nQuestion,A,B,C,D,Answer\r\nWhich?,a,b,c,d,B\r\n```';
    expect((await accepted(text(table), 'a.csv')).rows).toMatchObject([
      { row: 3, text: 'Which?', correct: 1 },
    ]);
  });

  test.each([
    ['{=1 ~2 ~3 ~$x^{2}$}', 'Which is it?', ['1', '2', '3', '$x^{2}$']],
    ['$x \\neq \\nu$ {=a ~b ~c ~d}', 'Which is it? $x \\neq \\nu$', ['a', 'b', 'c', 'd']],
    ['{=$x=1$ ~$x=2$ ~$x=3$ ~$x=4$}', 'Which is it?', ['$x=1$', '$x=2$', '$x=3$', '$x=4$']],
    ['\\(\\frac{1}{2}\\) {=a ~b ~c ~d}', 'Which is it? \\(\\frac{1}{2}\\)', ['a', 'b', 'c', 'd']],
  ])('a formula with unescaped signs is read as a formula: %s', async (body, stem, options) => {
    const { rows, warnings } = await accepted(text(`Which is it? ${body}`), 'a.gift');
    expect(rows).toMatchObject([{ text: stem, options, correct: 0 }]);
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Its formulas are read as they are typed/),
    );
  });

  test('prices are not formulas, and escaped signs cause no warning', async () => {
    const body = 'Of \\{1,2\\} and $4: {=$5 ~$6 ~$7 ~$8}\n\nIf \\(x = 4\\) {=a ~b ~c ~d}';
    const { rows, warnings } = await accepted(text(body), 'a.gift');
    expect(rows.map(({ options }) => options[0])).toEqual(['$5', 'a']);
    expect(warnings.filter(({ message }) => message.startsWith('Its formulas'))).toEqual([]);
  });

  test.each([
    ['$$\\nx \\= 1\\ny \\= 2\\n$$', '$$\nx = 1\ny = 2\n$$'],
    ['\\\\[\\nx \\\\neq 1\\n\\\\]', '\\[\nx \\neq 1\n\\]'],
    ['$$\\nx\\n$$', '$$\nx\n$$'],
    ['$$\\nu \\= 2$$', '$$\nu = 2$$'],
  ])(
    'a line break in a formula that Moodle escaped stays a line break: %s',
    async (stem, shown) => {
      const { rows, warnings } = await accepted(text(`Which? ${stem} {=a ~b ~c ~d}`), 'a.gift');
      expect(rows).toMatchObject([{ text: `Which? ${shown}`, correct: 0 }]);
      expect(warnings.filter(({ message }) => message.startsWith('Its formulas'))).toEqual([]);
    },
  );

  test('two prices next to each other are not a formula that joins two options', async () => {
    const { rows, errors } = await accepted(text('Pay? {=US$1~A$2~3 ~4 ~5}'), 'a.gift');
    expect(rows).toEqual([]);
    expect(errors).toMatchObject([{ message: expect.stringContaining('It has 5 options') }]);
  });

  test('a file whose only question has a brace among its answers gets that reason', async () => {
    const { errors } = await accepted(text('Which? {=f() { return 1; } ~b ~c ~d}'), 'a.gift');
    expect(errors).toMatchObject([{ message: expect.stringContaining('must be written \\{') }]);
  });

  test.each(['{=1 ~2 ~3 ~x^{2}}', '{~1 ~2 ~3 ={1}}', '{=1 ~2 ~3 ~4} cm}', '{=1 ~2 ~3 ~{4}'])(
    'a brace among answers is reported and never cuts an option: %s',
    async (body) => {
      const { rows, errors } = await accepted(
        text(`Which is it? ${body}\n\nQ? {=a ~b ~c ~d}`),
        'a.gift',
      );
      expect(rows.map(({ text: stem }) => stem)).toEqual(['Q?']);
      expect(errors).toMatchObject([
        { row: 1, message: expect.stringContaining('must be written \\{ or \\}') },
      ]);
    },
  );
});

describe('Aiken', async () => {
  const reading = await read('constructs.aiken.txt');

  test('a full stop or bracket after a letter, ANSWER in any case, several lines and no empty line between questions are read', () => {
    expect(reading.rows.map(({ row, text: said, correct }) => [row, said, correct])).toEqual([
      [1, 'Which city is on the Musi?', 0],
      [8, 'Which of these is a prime?\nIt has two lines.', 2],
      [16, 'Raw <b> & " signs?', 3],
      [22, 'No line between questions?', 1],
    ]);
  });

  test('every question that can’t be read is reported by its line, with the reason', () => {
    expect(refused(reading)).toEqual({
      29: expect.stringMatching(/2 options/),
      34: expect.stringMatching(/not followed by a line "ANSWER: A"/),
      40: expect.stringMatching(/lettered A, C, D, E/),
      47: expect.stringMatching(/No option is marked as right/),
      54: expect.stringMatching(/"A, B" is not one letter/),
      61: expect.stringMatching(/not followed by a line "ANSWER: A"/),
    });
  });

  test('an explanation that begins on the line after its heading ends at the next empty line', async () => {
    const one = (name: string) => `${name}?\nA. a\nB. b\nC. c\nD. d\n\nAnswer: B\n`;
    const { rows, errors, warnings } = await accepted(
      text(
        `${one('One')}Explanation:\nBecause it is so.\nA. is too small.\n\n${one('Two')}Explanation: short\n${one('Three')}`,
      ),
      'a.txt',
    );
    expect(rows.map((row) => [row.row, row.text])).toEqual([
      [1, 'One?'],
      [12, 'Two?'],
      [20, 'Three?'],
    ]);
    expect(errors).toMatchObject([
      { row: 8, message: expect.stringContaining('up to the next empty line') },
      { row: 19, message: expect.stringContaining('"Explanation: short"') },
    ]);
    expect(warnings.filter(({ row }) => row > 0)).toEqual([]);
  });

  test('two options on one line are reported as the mistake if the other two have lines of their own', async () => {
    const { errors } = await accepted(
      text('One?\n(A) a (B) b\n(C) c\n(D) d\nAns: (B)\n\nTwo?\nA. a\nB. b\nC. c\nD. d\nANSWER: A'),
      'a.txt',
    );
    expect(errors).toMatchObject([
      { row: 1, message: expect.stringContaining('A, C, D; they must be A, B, C, D, each') },
    ]);
  });
});

describe('Moodle XML', async () => {
  const reading = await read('constructs.moodle.xml');

  test('markup becomes text, the category the Type, and the grade and the shares the marks', () => {
    expect(
      reading.rows.map((row) => [
        row.row,
        row.type,
        row.text,
        row.options,
        row.correct,
        row.weightageHundredths,
        row.negativeHundredths,
      ]),
    ).toEqual([
      [
        8,
        'Heat / Light',
        'Water is H₂O; what is 10³ kg?\nIs 5 < 6 && 7 > 6?',
        ['a gram', 'a tonne', 'a <quintal>', 'cafés'],
        1,
        200,
        0,
      ],
      [
        21,
        'Heat / Light',
        'A third off for each wrong answer',
        ['one', 'two', 'three', 'four'],
        3,
        300,
        100,
      ],
      [30, 'Heat / Light', 'What is shown?', ['one', 'two', 'xy', 'four'], 0, 100, 0],
      [
        59,
        'constructs',
        'Ticked, but only one is right',
        ['one', 'two', 'three', 'four'],
        0,
        100,
        100,
      ],
    ]);
  });

  test('content that a text can’t carry is reported', () => {
    expect(reading.warnings.map(({ row, message }) => [row, message])).toEqual([
      [0, expect.stringContaining('"constructs"')],
      [30, expect.stringContaining('picture, sound or video')],
      [30, expect.stringContaining('Raised or lowered')],
      [59, expect.stringContaining('tick several options')],
    ]);
  });

  test('every question that can’t be read is reported by its line, with the reason', () => {
    expect(refused(reading)).toEqual({
      38: expect.stringMatching(/2 right answers/),
      46: expect.stringMatching(/3 options/),
      52: 'OptionFour is empty.',
      67: expect.stringMatching(/true\/false/),
      68: expect.stringMatching(/typed answer/),
      69: expect.stringMatching(/a number/),
      70: expect.stringMatching(/matching/),
      71: expect.stringMatching(/essay/),
      72: expect.stringMatching(/gaps/),
      73: expect.stringMatching(/"ddwtos"/),
    });
  });

  const question = (name: string, options: string[], image = '') =>
    `<question type="multichoice"><name><text>${name}</text></name><questiontext format="html"><text>What?</text></questiontext>${image}${options
      .map((option, at) => `<answer fraction="${at ? 0 : 100}"><text>${option}</text></answer>`)
      .join('')}</question>`;

  test('questions that share a line are identified by their names', async () => {
    const file = [
      question('Heat', ['a', 'b', 'c', 'd']),
      question('Two options', ['a', 'b']),
      '<question type="essay"><name><text>Tell &amp; show</text></name></question>',
      question('Twins', ['a', 'b', 'b', 'd']),
      question('Heat again', ['a', 'b', 'c', 'd']),
      '\n<question type="essay"><name><text>Alone</text></name></question>',
    ].join('');
    const { rows, errors, duplicates } = await accepted(text(`<quiz>${file}</quiz>`), 'a.xml');
    expect(rows.length).toBe(1);
    expect(errors.map(({ row, message }) => [row, message])).toEqual([
      [1, expect.stringMatching(/^Question "Two options": It has 2 options/)],
      [1, expect.stringMatching(/^Question "Tell & show": It is an essay/)],
      [1, 'Question "Twins": OptionTwo and OptionThree are the same.'],
      [2, expect.stringMatching(/^It is an essay/)],
    ]);
    expect(duplicates).toMatchObject([
      { row: 1, message: expect.stringMatching(/^Question "Heat again": The same question is in/) },
    ]);
  });

  test.each([
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['\n <mfrac>\n  <mn>1</mn>\n  <mn>2</mn>\n </mfrac>\n <mi>x</mi>\n', '1/2 x'],
    [
      '<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msqrt><mn>3</mn></msqrt></mfrac>',
      '(a+1)/(√(3))',
    ],
    ['<msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn>', 'x^2=4'],
    [
      '<msubsup><mo>∫</mo><mn>0</mn><mi>n</mi></msubsup><msub><mi>a</mi><mi>i</mi></msub>',
      '∫_0^n a_i',
    ],
    ['<semantics><mi>y</mi><annotation encoding="LaTeX">\\mathrm y</annotation></semantics>', 'y'],
  ])('%s becomes plain text on one line, with a warning', async (formula, line) => {
    const file = `<quiz>${question('F', [`<![CDATA[<math>${formula}</math>]]>`, 'b', 'c', 'd'])}</quiz>`;
    const { rows, warnings } = await accepted(text(file), 'a.xml');
    expect(rows[0]?.options[0]).toBe(line);
    expect(warnings).toMatchObject([
      { row: 0 },
      { message: 'A formula became plain text. Please check that it reads right.' },
    ]);
  });

  test.each([
    ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
    ['<ol type="A"><li>one</li><li><p>two</p></li></ol>', 'A. one\nB. two'],
    ['<ol type="i" start="3"><li>one</li><li>two</li></ol>', 'iii. one\niv. two'],
    [
      '<ol><li>one<ul><li>of it</li></ul></li><li>two<ol type="a"><li>of two</li></ol></li></ol>',
      '1. one\nof it\n2. two\na. of two',
    ],
  ])('the numbers of %s stay, because the options may refer to them', async (list, said) => {
    const file = `<quiz>${question('L', ['1 only', '2 only', 'both', 'none']).replace('What?', `<![CDATA[${list}]]>`)}</quiz>`;
    expect((await accepted(text(file), 'a.xml')).rows).toMatchObject([{ text: said }]);
  });

  test('wrong answers cost the same even if a third is rounded differently', async () => {
    const shares = ['100', '-33.33333', '-33.3333333', '-33.333'];
    const options = shares.map(
      (share) => `<answer fraction="${share}"><text>${share}</text></answer>`,
    );
    const file = `<quiz><question type="multichoice"><questiontext><text>T?</text></questiontext>${options.join('')}</question></quiz>`;
    expect((await accepted(text(file), 'a.xml')).rows).toMatchObject([{ negativeHundredths: 33 }]);
  });

  test('an empty picture element, as Moodle 1.9 writes it in every question, doesn’t count as a picture', async () => {
    const { warnings } = await accepted(
      text(
        `<quiz>${question('None', ['a', 'b', 'c', 'd'], '<image></image>')}\n${question('One', ['e', 'f', 'g', 'h'], '<image>pic.gif</image>')}</quiz>`,
      ),
      'a.xml',
    );
    expect(warnings.filter(({ message }) => message.startsWith('A picture'))).toMatchObject([
      { row: 2 },
    ]);
  });
});

describe('a hostile text file', () => {
  test.each(['__proto__', 'constructor', 'toString'])(
    'that names %s as the kind of a question is refused like any unknown kind',
    async (kind) => {
      const xml = `<quiz><question type="${kind}"/></quiz>`;
      expect((await accepted(text(xml), 'a.xml')).errors).toMatchObject([
        { message: expect.stringContaining(`a question of the kind "${kind}"`) },
      ]);
    },
  );

  const laughs = `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "ha">${'<!ENTITY b "&a;&a;&a;&a;">'.repeat(9)}]><quiz><question type="multichoice"><questiontext><text>&b;</text></questiontext></question></quiz>`;
  const outside = `<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question type="essay"><questiontext><text>&x;</text></questiontext></question></quiz>`;
  const cases: [string, string | Uint8Array, string, RefusalCode][] = [
    ['an entity bomb', laughs, 'a.xml', 'unsafe'],
    ['an external entity', outside, 'a.xml', 'unsafe'],
    [
      'an outside DTD',
      '<!DOCTYPE quiz SYSTEM "http://127.0.0.1:1/x.dtd"><quiz></quiz>',
      'a.xml',
      'unsafe',
    ],
    ['an entity nobody defined', '<quiz><question type="&x;"/></quiz>', 'a.xml', 'damaged'],
    ['a hundred thousand levels', `<quiz>${'<a>'.repeat(100_000)}`, 'a.xml', 'damaged'],
    ['a file cut off', bytesOf('same20.moodle.xml').subarray(0, 9_000), 'a.xml', 'damaged'],
    ['an empty quiz', '<quiz/>', 'a.xml', 'no-questions'],
    [
      'too many questions',
      `<quiz>${'<question/>'.repeat(60_001)}</quiz>`,
      'a.xml',
      'too-many-rows',
    ],
    ['too many questions', 'Q{T}\n\n'.repeat(50_001), 'a.gift', 'too-many-rows'],
    [
      'bytes named .gift',
      Uint8Array.from({ length: 4_096 }, (_, at) => (at * 7) % 256),
      'a.gift',
      'wrong-kind',
    ],
    ['11 MB', new Uint8Array(11 * 1024 * 1024).fill(65), 'a.gift', 'too-large'],
    ['text named .xlsx', bytesOf('same20.gift.txt'), 'a.xlsx', 'wrong-kind'],
    ['prose', 'A letter about {nothing}.', 'a.gift', 'wrong-kind'],
    ['another XML', '<examview><question/></examview>', 'a.xml', 'wrong-kind'],
  ];

  test.each(cases)(
    '%s is refused, in words that a clerk understands',
    async (_, content, name, code) => {
      const { message, ...answer } = await refusal(content, name);
      expect(answer.code).toBe(code);
      expect(message).toMatch(/^[A-Z][^\n]*\.$/);
      expect(message).not.toMatch(/Error|undefined|root:|saxes/);
    },
  );

  test.each([
    ['braces', '{'.repeat(9_000_000), 'wrong-kind'],
    ['backslashes', `Q{=${'\\'.repeat(9_000_000)}`, 'wrong-kind'],
    ['one endless question', `Q{=a ${'~b '.repeat(3_000_000)}}`, 'accepted'],
    [
      'unclosed tags',
      `<quiz><question type="multichoice"><questiontext><text>${'&lt;b&gt;'.repeat(900_000)}</text></questiontext></question></quiz>`,
      'accepted',
    ],
    ['unclosed strokes', '</'.repeat(4_500_000), 'wrong-kind'],
  ])('nine megabytes of %s are answered within the reader’s minute', async (_, content, code) => {
    const outcome = await parseQuestionFile(text(content), 'a.gift', { timeoutMs: 60_000 });
    expect(outcome.ok ? 'accepted' : outcome.code).toBe(code);
    if (outcome.ok)
      expect(outcome).toMatchObject({ rows: [], errors: [{ message: expect.any(String) }] });
  });
});

describe('text that looks like a tag', () => {
  const question = (said: string) =>
    `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${said}]]></text></questiontext>${[0, 100, 0, 0].map((fraction, at) => `<answer fraction="${fraction}"><text>o${at}</text></answer>`).join('')}</question></quiz>`;

  test.each(['If a<b and b<c then?', 'Is a<b', '5 < 6 & 7>3?'])(
    'but never ends is read as text: %s',
    async (said) => {
      const { rows, warnings } = await accepted(text(question(said)), 'q.xml');
      expect([rows[0]?.text, warnings.length]).toEqual([said, 1]);
    },
  );

  test.each(['What is List<int>?', 'If a<b and c>d then?'])(
    'and is left out causes a warning: %s',
    async (said) => {
      const { warnings } = await accepted(text(question(said)), 'q.xml');
      expect(warnings.map(({ message }) => message)).toContainEqual(
        expect.stringContaining('was taken for markup and left out'),
      );
    },
  );

  test('may follow empty lines, contain characters that XML forbids, and keep line breaks as Moodle shows them', async () => {
    const said = 'One\ntwo\u0001\n\nthree';
    const xml = `\n\n  <?xml version="1.0"?>${question(said).replace('format="html"', 'format="moodle_auto_format"')}`;
    const { rows } = await accepted(text(xml), 'q.xml');
    expect(rows).toMatchObject([{ row: 3, text: 'One\ntwo\nthree' }]);
  });

  test('is read in the encoding that the file names', async () => {
    const xml = `<?xml version="1.0" encoding="windows-1251"?>${question('\u00cf\u00f0\u00e8?')}`;
    const { rows } = await accepted(Buffer.from(xml, 'latin1'), 'q.xml');
    expect(rows[0]?.text).toBe('\u041f\u0440\u0438?');
  });
});

test('an Aiken question may begin with a letter and a full stop', async () => {
  const aiken = 'A. P. J. Abdul Kalam was born in?\nA. one\nB. two\nC. three\nD. four\nANSWER: B\n';
  expect((await accepted(text(aiken), 'q.txt')).rows).toMatchObject([
    { text: 'A. P. J. Abdul Kalam was born in?', correct: 1 },
  ]);
});

test.each([
  ['digits and no answer', '1. What is 2 + 2?\n1) 3\n2) 4\n'],
  ['Hindi letters and no answer', 'भारत की राजधानी?\nक) दिल्ली\nख) मुंबई\n'],
  ['stars for two right ones', 'What is 2 + 2?\na) 3\n*b) 4\n*c) 5\n'],
  ['one line', 'Q1. What is 2 + 2? A) 3 B) 4 Answer: B\n'],
])('questions typed with %s are refused with a word on how to type them', async (_, content) => {
  expect(await refusal(content, 'paper.txt')).toMatchObject({
    code: 'wrong-kind',
    message: expect.stringContaining('a line such as "ANSWER: B"'),
  });
});

describe('a table in a Moodle question', () => {
  const shown = async (table: string) => {
    const answers = ['one', 'two', 'three', 'four'].map(
      (said, at) => `<answer fraction="${at === 0 ? 100 : 0}"><text>${said}</text></answer>`,
    );
    const xml = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Sales:</p>${table}<p>Which?</p>]]></text></questiontext>${answers.join('')}</question></quiz>`;
    const { rows, warnings } = await accepted(text(xml), 'q.xml');
    const told = warnings.some(({ message }) => message.includes('A table became lines of text'));
    return [rows[0]?.text, told];
  };

  test('has a stroke between its columns, and causes a warning', async () => {
    const cells =
      '<tr> <th></th> <th>New Delhi</th> <th>2025</th> </tr>\n<tr>\n<td><p>Rice</p>\n</td>\n<td><p>10</p></td>\n<td><p>20</p><p>tons</p></td></tr>';
    expect(await shown(`<table><tbody>${cells}</tbody></table>`)).toEqual([
      'Sales:\n| New Delhi | 2025\nRice | 10 | 20\ntons\nWhich?',
      true,
    ]);
  });

  test('keeps cells beside merged ones in their places', async () => {
    const cells =
      '<tr><td rowspan="2">Rice</td><td colspan="2">2025</td><td rowspan="2">x</td></tr><tr><td>May</td><td>June</td></tr><tr><td>a</td><td>b</td><td>c</td><td>d</td></tr>';
    expect(await shown(`<table>${cells}</table>`)).toEqual([
      'Sales:\nRice | 2025 |  | x\n| May | June\na | b | c | d\nWhich?',
      true,
    ]);
  });

  test('with one column becomes plain lines', async () => {
    expect(await shown('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toEqual([
      'Sales:\na\nb\nWhich?',
      false,
    ]);
  });
});

test('a text without any options is not mistaken for typed questions', async () => {
  const { message } = await refusal('Dear sir, the questions follow by post.\n', 'letter.txt');
  expect(message).toMatch(/holds no questions that can be read\. Please upload/);
});

test('a text or a web page whose name ends like an Excel file’s is refused as what it is', async () => {
  expect((await refusal('Question;A;B', 'a.xlsx')).message).toMatch(/^This is plain text/);
  expect((await refusal('<html><table></table></html>', 'a.xlsx')).message).toMatch(
    /^This is a web page/,
  );
});

test('an option that a program wrote for an empty cell causes a warning', async () => {
  const header =
    'Question,OptionOne,OptionTwo,OptionThree,OptionFour,CorrectAnswer,Type,Weightage,NegativeMarks';
  const { rows, warnings } = await accepted(
    text(`${header}\nWhich?,NULL,two,three,nan,OptionTwo,T,1,0\n`),
    'a.csv',
  );
  expect(rows.length).toBe(1);
  expect(warnings.map(({ message }) => message)).toEqual([
    'OptionOne is "NULL", as programs write for an empty cell. Please check.',
    'OptionFour is "nan", as programs write for an empty cell. Please check.',
  ]);
});
