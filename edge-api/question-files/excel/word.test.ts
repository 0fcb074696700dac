/** Word documents: typed questions and tables, as people see them (the decisions are in the fixtures' README). */
import { describe, expect, test } from 'vitest';
import { cities } from '#tests/api/question-rows.ts';
import { escapeXml, packParts } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';
import { readTable } from '../read-table.ts';

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A run: letters that have the same look. */
const run = (text: string, look = '') =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
/** A paragraph of a text or of runs, optionally with properties. */
const p = (said: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${said.startsWith('<') ? said : run(said)}</w:p>`;
const inList = (list: number, level: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;
const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => (cell.startsWith('<w:tc') ? cell : `<w:tc>${cell.startsWith('<') ? cell : p(cell)}</w:tc>`)).join('')}</w:tr>`).join('')}</w:tbl>`;
const level = (at: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const lists = (levels: string, ...lists: string[]) =>
  `<w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum>${lists
    .map((more, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="7"/>${more}</w:num>`)
    .join('')}`;
const usual = lists(level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '(%2)'), '');

const made = (body: string | string[], numbering = usual, styles = '') =>
  packParts(
    new Map([
      [
        '_rels/.rels',
        `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ],
      [
        'word/document.xml',
        `<w:document ${names}><w:body>${[body].flat().join('')}<w:sectPr/></w:body></w:document>`,
      ],
      [
        'word/_rels/document.xml.rels',
        `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/numbering" Target="numbering.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['word/numbering.xml', `<w:numbering ${names}>${numbering}</w:numbering>`],
      ['word/styles.xml', `<w:styles ${names}>${styles}</w:styles>`],
    ]),
  );

const readWhole = (body: string | string[], numbering?: string, styles?: string) =>
  readQuestionFile(made(body, numbering, styles), 'Paper.docx');
async function readMade(...args: Parameters<typeof readWhole>) {
  const outcome = await readWhole(...args);
  if (!outcome.ok) throw new Error(outcome.message);
  const said = ({ row, message }: { row: number; message: string }) => `${row}: ${message}`;
  return {
    rows: outcome.rows.map(({ text, options, correct }) => [text, options, 'ABCD'[correct]]),
    errors: outcome.errors.map(said),
    warnings: outcome.warnings.flatMap((note) => (note.row > 0 ? [said(note)] : [])),
    types: [...new Set(outcome.rows.map(({ type }) => type))],
  };
}

/** A question whose number and letters come from Word's automatic numbering. */
const counted = (text: string, answer?: string, options = cities) => [
  p(text, inList(1, 0)),
  ...options.map((option) => p(option, inList(1, 1))),
  ...(answer === undefined ? [] : [p(`Answer: ${answer}`)]),
];
const typed = (text: string, answer: string, options = cities) => [
  p(text),
  ...options.map((option, at) => p(`${'ABCD'[at]}) ${option}`)),
  p(`Ans: (${answer})`),
];

const withoutNumber = (begins: string) =>
  `1: Question "${begins}": The numbers of the questions are left out, because each candidate gets them in a different order.`;

test('questions whose numbers and letters Word writes are read, each with its answer', async () => {
  const outcome = await readMade([...counted('First?', 'b'), ...counted('Second?', 'C')]);
  expect(outcome).toEqual({
    rows: [
      ['First?', cities, 'B'],
      ['Second?', cities, 'C'],
    ],
    errors: [],
    warnings: [withoutNumber('1. First?')],
    types: ['Paper'],
  });
});

test.each([
  ['lines', [p('Answer Key'), p('1. b'), p('2. c')]],
  ['one line', [p('Ans. Key: 1-B, 2-C')]],
  [
    'a table below numbers',
    [
      table([
        ['Q.No', '1', '2', '3'],
        ['Ans', 'b', 'c', 'd'],
      ]),
    ],
  ],
  [
    'a table with headings',
    [
      table([
        ['Q.No', 'Answer'],
        ['1', 'B'],
        ['2', 'C'],
        ['3', 'D'],
      ]),
    ],
  ],
])('a key in %s below all questions answers them by their numbers', async (_, key) => {
  const questions = ['First?', 'Second?', 'Third?'].slice(0, key[0]?.startsWith('<w:tbl') ? 3 : 2);
  const outcome = await readMade([...questions.flatMap((text) => counted(text)), ...key]);
  expect(outcome.rows.map(([, , answer]) => answer).join('')).toBe(
    'BCD'.slice(0, questions.length),
  );
  expect(outcome.errors).toEqual([]);
});

test('a table with column names is read as a table, even with repeated headings and a key below it', async () => {
  const head = ['Q.No', 'Question', 'A', 'B', 'C', 'D'];
  const body = [
    p('Annual Examination'),
    table([head, ['1', 'First?', ...cities], ['2', 'Second?', ...cities]]),
    table([head, ['3', 'Third?', ...cities]]),
    p('Key'),
    p('1-B 2-C 3-D'),
  ];
  const { rows, errors } = await readMade(body);
  expect(rows).toEqual([
    ['First?', cities, 'B'],
    ['Second?', cities, 'C'],
    ['Third?', cities, 'D'],
  ]);
  expect(errors).toEqual([]);
});

test('merged cells keep the others in their columns, and a Type merged down counts for each row', async () => {
  const cell = (properties: string, said: string) =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${p(said)}</w:tc>`;
  const head = ['Section', 'No', 'Question', ...['A', 'B', 'C', 'D'], 'Answer'];
  const row = (merge: string, section: string, text: string) => [
    cell(merge, section),
    cell('<w:gridSpan w:val="2"/>', text),
    ...cities,
    'D',
  ];
  const wide = [head[0], cell('<w:gridSpan w:val="2"/>', 'Question'), ...head.slice(3)];
  const outcome = await readMade(
    table([
      wide.map((name) => name ?? ''),
      row('<w:vMerge w:val="restart"/>', 'Civics', 'First?'),
      row('<w:vMerge/>', '', 'Second?'),
    ]),
  );
  expect(outcome).toMatchObject({
    rows: [
      ['First?', cities, 'D'],
      ['Second?', cities, 'D'],
    ],
    types: ['Civics'],
    errors: [],
  });
});

test.each<[string, string, string, string]>([
  [
    'started again by a list of its own',
    lists(
      level(0, 'upperLetter', '%1)'),
      '',
      '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>',
    ),
    '',
    'A) B) C) D) A) B) C) D)',
  ],
  [
    'going on in another list of the same kind',
    lists(level(0, 'decimal', 'Q%1.'), '', ''),
    '',
    'Q1. Q2. Q3. Q4. Q5. Q6. Q7. Q8.',
  ],
  [
    'in small Roman numbers from 3 on',
    lists(level(0, 'lowerRoman', '(%1)', 3), '', ''),
    '',
    '(iii) (iv) (v) (vi) (vii) (viii) (ix) (x)',
  ],
  ['in Hindi', lists(level(0, 'hindiConsonants', '%1.'), '', ''), '', 'क. ख. ग. घ. ङ. च. छ. ज.'],
  [
    'of a style alone',
    lists(level(0, 'decimal', '%1)'), ''),
    '<w:style w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="Q"><w:basedOn w:val="Base"/></w:style>',
    '1) 2) 3) 4) 5) 6) 7) 8)',
  ],
])('numbers %s are read as Word shows them', async (_, numbering, styles, shown) => {
  const properties = (list: number) => (styles === '' ? inList(list, 0) : '<w:pStyle w:val="Q"/>');
  const body = [1, 2].flatMap((list) => cities.map((city) => p(city, properties(list))));
  const document = made([p('Name'), ...body], numbering, styles);
  const { rows } = (await readTable(document, 'x.docx')) as { rows: { cells: string[] }[] };
  expect(
    rows
      .slice(1)
      .map(({ cells: [text = ''] }) => text.split(' ')[0])
      .join(' '),
  ).toBe(shown);
});

test('a bullet, and a number that its paragraph switches off, don’t count as numbers', async () => {
  const numbering = lists(level(0, 'bullet', '•'), '');
  const styles =
    '<w:style w:styleId="Q"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
  const off = '<w:pStyle w:val="Q"/><w:numPr><w:numId w:val="0"/></w:numPr>';
  const [first = '', ...others] = typed('First?', 'a');
  expect(first).not.toBe('');
  const { rows } = await readMade(
    [p('One?', '<w:pStyle w:val="Q"/>'), ...others, p('Two?', off), ...others],
    numbering,
    styles,
  );
  expect(rows.map(([text]) => text)).toEqual(['One?', 'Two?']);
});

test('raised letters stay raised, and a formula becomes plain text with a warning', async () => {
  const fraction =
    '<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:rad><m:deg/><m:e><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:e></m:rad></m:oMath>';
  const area = run('Area in m') + run('2', '<w:vertAlign w:val="superscript"/>') + run('?');
  const outcome = await readMade([
    ...typed(area, 'a'),
    ...typed(run('What is ') + fraction + run('?'), 'b'),
  ]);
  expect(outcome.rows.map(([text]) => text)).toEqual(['Area in m²?', 'What is (a+b)/2√(x²)?']);
  expect(outcome.warnings).toEqual([
    '7: A formula became plain text. Please check that it reads right.',
  ]);
});

test('invisible text is not read: hidden letters, deleted text, field codes', async () => {
  const question =
    run('Capital') +
    run(' (Delhi)', '<w:vanish/>') +
    '<w:del><w:r><w:delText> of Goa</w:delText></w:r></w:del>' +
    '<w:r><w:instrText> HYPERLINK x </w:instrText></w:r>' +
    `<w:ins>${run(' of India?')}</w:ins>`;
  const outcome = await readMade(typed(question, 'a'));
  expect(outcome.rows.map(([text]) => text)).toEqual(['Capital of India?']);
  expect(outcome.warnings).toEqual(['1: Hidden letters were left out, as nobody sees them.']);
});

test('a drawing is left out, including its copy for old programs, and its row is reported', async () => {
  const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing>${p('in a box')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${p('in a box')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  const outcome = await readMade([...typed('First?', 'a'), ...typed(run('See: ') + box, 'b')]);
  expect(outcome.rows.map(([text]) => text)).toEqual(['First?', 'See:']);
  expect(outcome.warnings).toEqual([
    '7: A picture or drawing that begins in this row was left out.',
  ]);
});

test('an underlined word, and a bold word among others, cause a warning; a bold number or question does not', async () => {
  const bold = '<w:b/>';
  const outcome = await readMade([
    ...typed(
      run('Q1. ', bold) + run('What does ') + run('it', '<w:u w:val="single"/>') + run(' mean?'),
      'a',
    ),
    ...typed(run('Q2. Who?', bold), 'b', ['Asha', 'Ravi', 'Meena', 'Tara']),
    ...typed(run('Q3. What does ') + run('this', bold) + run(' mean?'), 'c'),
  ]);
  expect(outcome.warnings).toEqual([
    '1: Raised, lowered, bold or struck-out letters became plain text. Please check that it still reads right.',
    '13: Raised, lowered, bold or struck-out letters became plain text. Please check that it still reads right.',
    withoutNumber('Q1. What does it mean?'),
  ]);
});

test('a bold, underlined or highlighted option is never taken for the answer: the file is refused with a word on how to write answers', async () => {
  const options = cities.map((city, at) =>
    p(run(`(${'abcd'[at]}) ${city}`, at === 1 ? '<w:b/><w:u/><w:highlight w:val="yellow"/>' : '')),
  );
  expect(await readWhole([p('1. Which?'), ...options, p('2. Which?'), ...options])).toEqual({
    ok: false,
    code: 'no-questions',
    message:
      'The questions of this file are typed as text, but their answers were not found. If they are typed as text, every option needs a line of its own that begins with A), B), C) or D), and below them a line such as "ANSWER: B"; or the answers stand at the end, such as "1. B", section by section where the numbers begin again. Answers that are only bold, underlined or highlighted are not read.',
  });
});

test('a question in a font that shows other letters is left out, and reported by how it begins; the others are read', async () => {
  const degrees = `${run('A) 30')}<w:r><w:sym w:font="Symbol" w:char="F0B0"/></w:r>`;
  const [text = '', , ...rest] = typed('1. Which angle?', 'a');
  const outcome = await readMade([text, p(degrees), ...rest, ...typed('2. Which city?', 'b')]);
  expect(outcome.rows).toEqual([['Which city?', cities, 'B']]);
  expect(outcome.errors).toEqual([
    expect.stringMatching(/^1: Question "1\. Which angle\?": It is written in the font "Symbol"/),
  ]);
  const styles = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Kruti Dev 010"/></w:rPr></w:rPrDefault></w:docDefaults>`;
  expect(await readWhole(p('iz’u 1- Hkkjr dh jkt/kkuh D;k gS'), '', styles)).toMatchObject({
    code: 'no-header',
    message: expect.stringContaining('There is text in the font "Kruti Dev 010"'),
  });
});

test('a refused question is reported by how it begins, because nobody counts paragraphs', async () => {
  const head = ['Question', 'A', 'B', 'C', 'D', 'Answer'];
  const inTable = await readMade(table([head, ['Which city?', ...cities, 'E']]));
  expect(inTable.errors).toEqual([
    '2: Question "Which city?": CorrectAnswer "E" is none of the four options and not OptionOne to OptionFour, A to D or 1 to 4.',
  ]);
  const asText = await readMade([...typed('One?', 'a'), ...typed('Which city?', 'e')]);
  expect(asText.errors).toEqual([
    '7: Question "Which city?": No option is marked as right: the answer is E, and the options on lines of their own are A, B, C, D. It is left out.',
  ]);
});

test('a list of candidates is read from a table in a document', async () => {
  const body = [
    p('List of students'),
    table([
      ['S.No', 'Name', 'Mobile'],
      ['1', p('Asha Rao') + p('(CSE)'), '98480 12345'],
    ]),
  ];
  expect(await readTable(made(body), 'list.docx')).toMatchObject({
    ok: true,
    rows: [
      { row: 1, cells: ['List of students'] },
      { row: 2, cells: ['S.No', 'Name', 'Mobile'] },
      { row: 3, cells: ['1', 'Asha Rao\n(CSE)', '98480 12345'] },
    ],
  });
});

test('a table for each question, with the letters in a column of their own, is read as typed', async () => {
  const rows = (text: string, answer: string) => [
    ['Q', text],
    ...cities.map((city, at) => ['ABCD'[at] ?? '', city]),
    ['Answer', answer],
  ];
  const body = [table(rows('First?', 'B')), p(''), table(rows('Second?', 'C'))];
  expect((await readMade(body)).rows).toEqual([
    ['Q  First?', cities, 'B'],
    ['Q  Second?', cities, 'C'],
  ]);
});

test('a table within a cell is part of that cell', async () => {
  const inner = p('Column I') + table([['P', 'Q']]) + p('match?');
  const head = ['Question', 'A', 'B', 'C', 'D', 'Answer'];
  const { rows } = await readMade(table([head, [inner, ...cities, 'A']]));
  expect(rows).toEqual([['Column I\nP\nQ\nmatch?', cities, 'A']]);
});

test.each<[string, () => Uint8Array, string]>([
  ['with definitions of its own', () => made('<!DOCTYPE x>'), 'damaged'],
  ['cut short', () => made('<w:p>'), 'damaged'],
  ['nested too deeply', () => made('<w:p>'.repeat(200) + '</w:p>'.repeat(200)), 'damaged'],
  [
    'of more paragraphs than fifty thousand and some',
    () => made('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(60_001)),
    'too-many-rows',
  ],
  ['empty', () => made(''), 'no-header'],
])('a document %s is refused', async (_, make, code) => {
  expect(await readQuestionFile(make(), 'x.docx')).toMatchObject({ ok: false, code });
});

test('a long text that a list adds to every paragraph is cut', async () => {
  const numbering = lists(level(0, 'decimal', 'x'.repeat(900_000)), '');
  const body = Array.from({ length: 5_000 }, () => p('x', inList(1, 0)));
  expect(await readWhole(body, numbering)).toMatchObject({ ok: false, code: 'no-header' });
});

test('questions in two columns are read cell by cell, each called by its own words', async () => {
  const cell = (number: number, look = '') =>
    [
      `${number}. Which is ${number}?`,
      ...cities.map((city, at) => `(${'abcd'[at]}) ${city}`),
      'Ans: (b)',
    ]
      .map((said) => p(run(said, look)))
      .join('');
  const { rows, errors } = await readMade(
    table([
      [cell(1), cell(2)],
      [cell(3), cell(4)],
    ]),
  );
  expect([rows, errors]).toEqual([
    [1, 2, 3, 4].map((number) => [`Which is ${number}?`, cities, 'B']),
    [],
  ]);
  const inFont = '<w:rFonts w:ascii="Kruti Dev 010" w:hAnsi="Kruti Dev 010"/>';
  const mixed = await readMade(
    table([
      [cell(1, inFont), cell(2)],
      [cell(3), cell(4)],
    ]),
  );
  expect(mixed.rows.map(([asked]) => asked)).toEqual(['Which is 3?', 'Which is 4?']);
  expect(mixed.errors).toEqual([
    expect.stringContaining('Question "Which is 1?": It is written'),
    expect.stringContaining('Question "Which is 2?": It is written'),
  ]);
  // Two languages of the same question count as one question.
  expect(
    await readWhole(
      table([
        [cell(1), cell(1)],
        [cell(2), cell(2)],
      ]),
    ),
  ).toMatchObject({ ok: false });
});

describe('questions in rows with names in front', () => {
  const rowsOf = (asked: string, marks: string[] = ['Marks', '2', '0.5']): string[][] => [
    ['Question', asked],
    ['Type', 'multiple_choice'],
    ...cities.map((city, at) => ['Option', city, at === 1 ? 'correct' : 'incorrect']),
    ['Solution', 'It is.'],
    ...(marks.length > 0 ? [marks] : []),
  ];

  test('are read with their marks, and without their solutions', async () => {
    const tables = [rowsOf('Which?'), rowsOf('What?', ['Marks', '3', '-1'])].map(table);
    const outcome = await readWhole(tables.join(p('')));
    expect(outcome).toMatchObject({
      rows: [
        {
          text: 'Which?',
          options: cities,
          correct: 1,
          weightageHundredths: 200,
          negativeHundredths: 50,
        },
        { text: 'What?', correct: 1, weightageHundredths: 300, negativeHundredths: 100 },
      ],
      errors: [],
    });
    const without = await readMade(table(rowsOf('Which?', [])));
    expect(without.warnings).toEqual([
      expect.stringContaining('It has no row "Marks" and gets 1.'),
    ]);
  });

  test.each<[string, (rows: string[][]) => string[][]]>([
    ['no four options', (rows) => rows.filter(([, said]) => said !== 'Delhi')],
    [
      'two right ones',
      (rows) => rows.map((row) => row.map((said) => said.replace('incorrect', 'correct'))),
    ],
    ['an option that is neither', (rows) => rows.map((row) => row.slice(0, 2))],
    ['another type', (rows) => rows.with(1, ['Type', 'integer'])],
    ['marks that are none', (rows) => [...rows.slice(0, -1), ['Marks', 'two', '1']]],
    ['marks twice', (rows) => [...rows, ['Marks', '4', '1']]],
    ['the question in two cells', (rows) => rows.with(0, ['Question', 'What?', 'क्या?'])],
    ['another cell', (rows) => rows.with(3, ['Option', 'Mumbai', 'correct', 'B'])],
  ])('are named where one has %s', async (_, change) => {
    const tables = [rowsOf('Which?'), change(rowsOf('What?'))].map(table);
    const { rows, errors } = await readMade(tables.join(p('')));
    expect(rows).toEqual([['Which?', cities, 'B']]);
    expect(errors).toEqual([expect.stringMatching(/^\d+: Question "What\?": /)]);
  });

  test('are none where a row has another name', async () => {
    const rows = [...rowsOf('Which?'), ['Comprehension', 'Read this.']];
    expect(await readWhole(table(rows))).toMatchObject({ ok: false });
  });
});
