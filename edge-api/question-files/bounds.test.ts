/** No file costs more work or memory than an honest file of its size. It is read, or refused in words that the administrator understands. */
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { addSharedTexts, columns } from '#tests/support/make-hostile-sheets.ts';
import { makeZip, packEntry, packParts, workbookParts } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from './read-question-file.ts';
import { readTable } from './read-table.ts';

const header = columns.join(',');
const megabytes = (said: string, most = 9) => said.repeat((most * 1_000_000) / said.length);
const sheet1 = 'xl/worksheets/sheet1.xml';
const sound = ['One?', 'red', 'green', 'blue', 'white', 'A', 1, 0.25, 'Apt'];
function withRow(xml: string): Uint8Array {
  const parts = workbookParts([{ name: 'S', rows: [columns, sound] }]);
  return packParts(
    parts.set(sheet1, (parts.get(sheet1) ?? '').replace('</sheetData>', `${xml}</sheetData>`)),
  );
}
const item = (said: string) =>
  `<question type="multichoice"><questiontext format="html"><text><![CDATA[${said}]]></text></questiontext></question>`;

/** Measures processor time in seconds. Unlike elapsed time, it doesn't grow when other test files run at the same time. */
async function outcomeOf(content: string | Uint8Array, name: string) {
  const before = process.cpuUsage();
  const outcome = await readQuestionFile(Buffer.from(content), name);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, said: outcome.ok ? 'read' : outcome.code };
}

/** Seconds. An honest file of 9 MB takes one to five; with the faults that these files revealed, they took 25 to 480. */
const most = 20;

test.each<[what: string, file: string, content: () => string | Uint8Array, said: string]>([
  ['empty lines', 'a.csv', () => `${header}\n${megabytes('\n')}`, 'no-questions'],
  ['rows without values', 'a.csv', () => `${header}\n${megabytes(',\n')}`, 'too-many-rows'],
  [
    'empty rows above the column names',
    'a.csv',
    () => `${megabytes(' \n')}${header}`,
    'too-many-rows',
  ],
  ['one heading', 'a.csv', () => `${header}\n${megabytes('a')}`, 'no-questions'],
  ['headings', 'a.csv', () => `${'\ufdfa\ufdfa,'.repeat(16_300)}\n`.repeat(60), 'no-header'],
  ['tables in a cell', 'a.xls', () => `<table><tr><td>${megabytes('<table>')}`, 'damaged'],
  ['elements in a cell', 'a.xls', () => `<table><tr><td>${megabytes('<div>')}`, 'damaged'],
  ['tables', 'a.xls', () => megabytes('<table></table>'), 'too-large'],
  [
    'tables in a question',
    'a.xml',
    () => `<quiz>${item(megabytes('<table>', 0.19))}</quiz>`,
    'damaged',
  ],
  [
    'line breaks',
    'a.xml',
    () => `<quiz>${item(megabytes('a<br>', 0.19)).repeat(45)}</quiz>`,
    'read',
  ],
  [
    'explanations without an end',
    'a.txt',
    () => `${'ANSWER: A\nExplanation:\n'.repeat(30_000)}A) z`,
    'read',
  ],
])('nine megabytes of %s cost little processor time', async (_, name, content, said) => {
  const outcome = await outcomeOf(content(), name);
  expect(outcome.said).toBe(said);
  expect(outcome.seconds).toBeLessThan(most);
});

test('a text with five million combining marks on one letter is refused in its row', async () => {
  const [, ...others] = sound;
  const piled = `a${'\u0301'.repeat(4_700_000)},${others.join(',')}`;
  expect(await readQuestionFile(Buffer.from(`${header}\n${piled}`), 'a.csv')).toMatchObject({
    errors: [{ row: 2, cell: 'A2', message: 'Questions is longer than 32767 characters.' }],
  });
});

test('a sheet name of more than 255 characters refuses the file, because each note on a row would repeat it', async () => {
  const name = 'x'.repeat(300);
  const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="${name}"/></Workbook>`;
  for (const [bytes, file] of [
    [packParts(workbookParts([{ name, rows: [columns, sound] }])), 'a.xlsx'],
    [Buffer.from(xml), 'a.xls'],
  ] as const)
    expect(await readQuestionFile(bytes, file)).toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('the name of a sheet is longer than 255 characters'),
    });
});

test('an Aiken question with ten thousand options is reported in a short sentence', async () => {
  const outcome = await readQuestionFile(
    Buffer.from(`Q\n${'A) x\n'.repeat(10_000)}ANSWER: A\n`),
    'a.txt',
  );
  const [note] = outcome.ok ? outcome.errors : [];
  expect(note?.message).toContain('Its options are lettered A, A, A');
  expect(note?.message.length).toBeLessThan(200);
});

test.each<[what: string, xml: () => string]>([
  ['a text', () => `<row><c t="inlineStr"><is><t>${'a'.repeat(2e6)}</t></is></c></row>`],
  [
    'a text of entities',
    () => `<row><c t="inlineStr"><is><t>${'&lt;'.repeat(5e5)}</t></is></c></row>`,
  ],
  ['an attribute', () => `<row><c t="${'a'.repeat(2e6)}"/></row>`],
  ['a comment', () => `<!--${'a'.repeat(2e6)}-->`],
])(
  '%s of two million characters refuses a workbook before it is held in memory as a whole',
  async (_, xml) => {
    expect(await readQuestionFile(withRow(xml()), 'a.xlsx')).toMatchObject({
      ok: false,
      code: 'damaged',
      message: expect.stringContaining('a text of more than a million characters'),
    });
  },
);

test('a cell of 1.6 million characters is refused in its row, however many runs it has', async () => {
  const runs = '<r><t>aaaaaaaaaaaaaaaa</t></r>'.repeat(100_000);
  const cells = `<c t="inlineStr"><is>${runs}</is></c>${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(5)}`;
  const outcome = await readQuestionFile(withRow(`<row>${cells}</row>`), 'a.xlsx');
  expect(outcome).toMatchObject({
    rows: [{ text: 'One?' }],
    errors: [{ row: 3, message: expect.stringContaining('longer than 32767 characters') }],
  });
});

test('questions of more than sixty million characters are refused, because the server would hold them all', async () => {
  const long = 'x'.repeat(30_000);
  const rows = Array.from({ length: 510 }, (_, at) => [`${at}?`, ...sound.slice(1)]);
  const parts = workbookParts([{ name: 'S', rows: [columns, ...rows] }]);
  const texts = Array.from({ length: 4 }, (_, at) => `<si><t>${at}${long}</t></si>`).join('');
  addSharedTexts(parts, `<sst>${texts}</sst>`);
  const shared = (parts.get(sheet1) ?? '').replace(
    /<c r="([B-E])(\d+)" t="inlineStr">.*?<\/c>/g,
    (cell, column: string, at: string) =>
      at === '1' ? cell : `<c r="${column}${at}" t="s"><v>${'BCDE'.indexOf(column)}</v></c>`,
  );
  expect(await readQuestionFile(packParts(parts.set(sheet1, shared)), 'a.xlsx')).toMatchObject({
    ok: false,
    code: 'too-large',
    message: expect.stringContaining('more than 60 million characters'),
  });
});

test('a workbook of more than a million texts is refused as soon as they are counted', async () => {
  const texts = (count: number) => {
    const parts = workbookParts([{ name: 'S', rows: [columns, sound] }]);
    return packParts(addSharedTexts(parts, `<sst>${'<si/>'.repeat(count)}</sst>`));
  };
  const { seconds, said } = await outcomeOf(texts(10_000_000), 'a.xlsx');
  expect(said).toBe('too-large');
  expect(seconds).toBeLessThan(most / 2);
  expect((await outcomeOf(texts(1_000_000), 'a.xlsx')).said).toBe('read');
});

test('a list that refers to one long text in all its cells is refused, because the server would hold a copy for each cell', async () => {
  const parts = workbookParts([{ name: 'S', rows: [['Name', 'Mobile']] }]);
  addSharedTexts(parts, `<sst><si><t>${'x'.repeat(1_000)}</t></si></sst>`);
  const cells = '<c t="s"><v>0</v></c>'.repeat(60);
  const rows = (count: number) => {
    const xml = `${`<row>${cells}</row>`.repeat(count)}</sheetData>`;
    const all = new Map(parts);
    return packParts(all.set(sheet1, (parts.get(sheet1) ?? '').replace('</sheetData>', xml)));
  };
  expect(await readTable(rows(160), 'a.xlsx')).toMatchObject({ ok: true });
  expect(await readTable(rows(170), 'a.xlsx')).toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('more than 10 million characters'),
  });
});

test.each([
  ['without names', '<c><v>1</v></c>'.repeat(16_385)],
  ['by their names', '<c r="XFE3"><v>1</v></c>'],
])('more cells in a row than a sheet has columns, %s, refuse the file', async (_, cells) => {
  const outcome = await readQuestionFile(withRow(`<row r="3">${cells}</row>`), 'a.xlsx');
  expect(outcome).toMatchObject({
    ok: false,
    code: 'damaged',
    message: expect.stringContaining('its row 3 has more than 16,384 cells'),
  });
});

test('a file in which two tabs show the same sheet is refused', async () => {
  const parts = workbookParts([{ name: 'S', rows: [columns, sound] }]);
  const workbook = (parts.get('xl/workbook.xml') ?? '').replace(
    /<sheet [^>]*>/,
    (tab) => tab + tab.replace('"S"', '"T"'),
  );
  expect(
    await readQuestionFile(packParts(parts.set('xl/workbook.xml', workbook)), 'a.xlsx'),
  ).toMatchObject({ ok: false, code: 'damaged' });
});

describe('a file made to do harm', () => {
  const withSheet = (change: (xml: string) => string) => {
    const parts = [...workbookParts([{ name: 'S', rows: [columns, sound] }])];
    return makeZip(
      parts.map(([name, content]) =>
        packEntry(name, name.includes('sheet1') ? change(content) : content),
      ),
    );
  };
  const xmlSheet = (rows: string) =>
    Buffer.from(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`,
    );

  test('may claim a thousand million columns or merged cells at no cost', async () => {
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
  ])('is refused if it is an XML spreadsheet with %s', async (rows) => {
    expect(await readQuestionFile(xmlSheet(rows), 'a.xls')).toMatchObject({
      ok: false,
      code: 'damaged',
    });
  });

  test('may claim a thousand million columns and merged cells in an XML spreadsheet at no cost', async () => {
    const wide =
      '<Column ss:Span="99999999"/><Row><Cell ss:MergeAcross="16383" ss:MergeDown="1048575"><Data ss:Type="String">x</Data></Cell></Row>';
    expect(await readQuestionFile(xmlSheet(wide), 'a.xls')).toMatchObject({ code: 'no-header' });
  });

  test('may claim any number of properties in an old workbook, because they are not read', async () => {
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([columns, sound]), 'S');
    const container = XLSX.CFB.read(XLSX.write(book, { bookType: 'biff8', type: 'buffer' }), {
      type: 'buffer',
    });
    const properties = Buffer.alloc(60);
    properties.writeUInt32LE(0xfffe);
    properties.writeUInt32LE(1, 24); // one set of properties
    properties.writeUInt32LE(48, 44); // which begins after this
    properties.writeUInt32LE(100_000_000, 52); // and claims to have this many properties
    XLSX.CFB.utils.cfb_add(container, '/\u0005SummaryInformation', properties);
    const outcome = await outcomeOf(XLSX.CFB.write(container, { type: 'buffer' }), 'a.xls');
    expect(outcome.said).toBe('read');
    expect(outcome.seconds).toBeLessThan(most);
  });

  test.each([
    ['the terms of a formula', 0x06, Buffer.from([...Array(20).fill(0), 2, 0, 0x26, 0, 0])],
    [
      'the colours of a theme',
      0x896,
      Buffer.concat([
        Buffer.from([0x96, 8, ...Array(14).fill(0)]),
        makeZip([{ name: 'theme', packed: Uint8Array.of(0, 255, 255, 0, 0), size: 9, sum: 0 }]),
      ]),
    ],
  ])(
    'may have damage in %s of an old workbook, because these are not read',
    async (_, kind, body) => {
      const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([columns, sound]), 'S');
      const container = XLSX.CFB.read(XLSX.write(book, { bookType: 'biff8', type: 'buffer' }), {
        type: 'buffer',
      });
      const records = Buffer.from(XLSX.CFB.find(container, '/Workbook')?.content ?? []);
      const sheet = [0x200, 14]; // The record that gives the sheet's size; the rows begin after it.
      const rows = records.indexOf(Buffer.from(Uint16Array.from(sheet).buffer)) + 4 + 14;
      const head = Buffer.from(Uint16Array.from([kind, body.length]).buffer);
      XLSX.CFB.utils.cfb_del(container, '/Workbook');
      XLSX.CFB.utils.cfb_add(
        container,
        '/Workbook',
        Buffer.concat([records.subarray(0, rows), head, body, records.subarray(rows)]),
      );
      const outcome = await outcomeOf(XLSX.CFB.write(container, { type: 'buffer' }), 'a.xls');
      expect(outcome.said).toBe('read');
      expect(outcome.seconds).toBeLessThan(most);
    },
  );

  test('is refused as damaged if a part does not match its checksum', async () => {
    const parts = [...workbookParts([{ name: 'S', rows: [columns, sound] }])].map(
      ([name, content]) => packEntry(name, content),
    );
    expect(
      await readQuestionFile(
        makeZip(parts.map((part) => (part.name.includes('sheet1') ? { ...part, sum: 1 } : part))),
        'a.xlsx',
      ),
    ).toMatchObject({ ok: false, code: 'damaged' });
  });

  test('is refused unread if it is larger than the limit', async () => {
    expect(await readQuestionFile(new Uint8Array(10 * 1024 * 1024 + 1), 'a.xlsx')).toMatchObject({
      ok: false,
      code: 'too-large',
    });
  });
});
