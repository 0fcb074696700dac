/** Valid workbooks from other programs are read correctly, and broken ones are never read in part. */
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { addSharedTexts, columns } from '#tests/support/make-hostile-sheets.ts';
import {
  escapeXml,
  makeWorkbook,
  makeZip,
  type Parts,
  packEntry,
  packParts,
  workbookParts,
} from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

/** Rewrites a small zip as zip64, with all sizes and positions in the extra fields, as Java libraries write it. */
function widen(zip: Uint8Array): Uint8Array {
  const old = Buffer.from(zip);
  const end = old.length - 22;
  const count = old.readUInt16LE(end + 10);
  const start = old.readUInt32LE(end + 16);
  const directory: Buffer[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    const nameLength = old.readUInt16LE(at + 28);
    const entry = Buffer.concat([old.subarray(at, at + 46 + nameLength), Buffer.alloc(28)]);
    const extra = 46 + nameLength;
    entry.writeUInt16LE(28, 30);
    entry.writeUInt16LE(1, extra);
    entry.writeUInt16LE(24, extra + 2);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 24)), extra + 4);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 20)), extra + 12);
    entry.writeBigUInt64LE(BigInt(old.readUInt32LE(at + 42)), extra + 20);
    for (const place of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, place);
    directory.push(entry);
    at += 46 + nameLength;
  }
  const list = Buffer.concat(directory);
  const wideEnd = Buffer.alloc(56);
  wideEnd.write('PK\x06\x06', 'latin1');
  wideEnd.writeBigUInt64LE(44n, 4);
  wideEnd.writeBigUInt64LE(BigInt(count), 24);
  wideEnd.writeBigUInt64LE(BigInt(count), 32);
  wideEnd.writeBigUInt64LE(BigInt(list.length), 40);
  wideEnd.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(start + list.length), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(old.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([old.subarray(0, start), list, wideEnd, locator, last]);
}

const sheet1 = 'xl/worksheets/sheet1.xml';
const relations = 'xl/_rels/workbook.xml.rels';
const row = (text: string) => [text, 'red', 'green', 'blue', 'white', 'B', 1, 0.25, 'Apt'];
const sound = () => workbookParts([{ name: 'S', rows: [columns, row('One?'), row('Two?')] }]);

function edited(name: string, change: (xml: string) => string, parts: Parts = sound()): Uint8Array {
  return packParts(parts.set(name, change(parts.get(name) ?? '')));
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const outcome = await readQuestionFile(bytes, 'made.xlsx');
  if (!outcome.ok) throw new Error(outcome.message);
  expect(outcome.errors).toEqual([]);
  return outcome.rows.map(({ text }) => text);
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const outcome = await readQuestionFile(bytes, 'made.xlsx');
  return outcome.ok ? 'read' : `${outcome.code}: ${outcome.message}`;
}

describe('two questions are read', () => {
  test.each<[how: string, make: () => Uint8Array]>([
    [
      'with line breaks inside tags',
      () => edited(sheet1, (xml) => xml.replaceAll('<c r', '<c\n  r')),
    ],
    [
      'with a comment that holds a row',
      () =>
        edited(sheet1, (xml) =>
          xml.replace('<row r="3"', '<!--<row r="3"><c/></row>--><row r="3"'),
        ),
    ],
    [
      'with a processing instruction that holds a row',
      () => edited(sheet1, (xml) => xml.replace('<row r="3"', '<?x <row r="3">?><row r="3"')),
    ],
    [
      'with targets relative to their folder',
      () => edited(relations, (xml) => xml.replaceAll('Target="', 'Target="./')),
    ],
    [
      'with targets through the folder above',
      () => edited(relations, (xml) => xml.replaceAll('Target="', 'Target="../xl/')),
    ],
    [
      'with a link over the whole sheet',
      () =>
        edited(sheet1, (xml) =>
          xml.replace(
            '</worksheet>',
            '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks></worksheet>',
          ),
        ),
    ],
    [
      'in UTF-16',
      () =>
        makeZip(
          [...sound()].map(([name, xml]) =>
            packEntry(name, name === sheet1 ? Buffer.from(`\ufeff${xml}`, 'utf16le') : xml),
          ),
        ),
    ],
    ['from a zip64, as Java programs write it', () => widen(packParts(sound()))],
    [
      'with text that a server added after the end of the zip',
      () => Buffer.concat([packParts(sound()), Buffer.from('\r\n<!-- sent by -->')]),
    ],
    [
      'with prefixes, and names of parts in another case',
      () => {
        const parts = sound();
        const xml = (parts.get(sheet1) ?? '')
          .replaceAll(/<(\/?)(\w)/g, '<$1x:$2')
          .replace('xmlns=', 'xmlns:x=');
        parts.delete(sheet1);
        return packParts(parts.set('xl/Worksheets/Sheet1.xml', xml));
      },
    ],
    [
      'beside the notes that a Mac adds to a zip',
      () =>
        makeZip([
          ...[...sound()].map(([name, xml]) => packEntry(name, xml)),
          packEntry('__MACOSX/xl/._workbook.xml', Uint8Array.of(0, 5, 0x16, 7, 0xff, 0x3c, 0x21)),
        ]),
    ],
  ])('%s', async (_, make) => {
    expect(await textsOf(make())).toEqual(['One?', 'Two?']);
  });
});

test('text in CDATA is read as text, whatever characters it contains', async () => {
  const said = 'a < b &amp; </row> c';
  const bytes = edited(sheet1, (xml) => xml.replace('One?', `<![CDATA[${said}]]>`));
  expect(await textsOf(bytes)).toEqual([said, 'Two?']);
});

test('an empty shared text written as <si/> shifts no other text', async () => {
  const texts = ['One?', 'Two?'];
  const shared = `<sst><si/>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const parts = addSharedTexts(sound(), shared);
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml';
  parts.set(
    '[Content_Types].xml',
    (parts.get('[Content_Types].xml') ?? '').replace(
      '</',
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${kind}"/></`,
    ),
  );
  const cell = / t="inlineStr"><is><t xml:space="preserve">(One|Two)\?<\/t><\/is>/g;
  const bytes = edited(
    sheet1,
    (xml) => xml.replace(cell, (_, text) => ` t="s"><v>${text === 'One' ? 1 : 2}</v>`),
    parts,
  );
  expect(await textsOf(bytes)).toEqual(texts);
});

test('marks stored as 1,5 are read as one and a half', async () => {
  const bytes = edited(sheet1, (xml) => xml.replace('<v>1</v>', '<v>1,5</v>'));
  expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({
    rows: [{ weightageHundredths: 150 }, { weightageHundredths: 100 }],
  });
});

test('a date is the same whether it is stored as a number, as a number from 1904, or written out', async () => {
  const stored = [
    '<c r="B2" s="2"><v>45296</v></c>',
    '<c r="B2" s="2" t="d"><v>2024-01-05</v></c>',
  ];
  const cell = /<c r="B2".*?<\/c>/;
  const days = stored.map((xml) => edited(sheet1, (sheet) => sheet.replace(cell, xml)));
  const from1904 = sound().set(
    'xl/workbook.xml',
    (sound().get('xl/workbook.xml') ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    ),
  );
  days.push(
    edited(sheet1, (sheet) => sheet.replace(cell, '<c r="B2" s="2"><v>43834</v></c>'), from1904),
  );
  for (const bytes of days)
    expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({
      rows: [{ options: ['05-01-2024', 'green', 'blue', 'white'] }, {}],
    });
});

test.each([-5, 1e9])(
  'the number %d in a date format refuses the row as an error, as Excel can’t show it',
  async (day) => {
    const bytes = edited(sheet1, (xml) =>
      xml.replace(/<c r="B2".*?<\/c>/, `<c r="B2" s="2"><v>${day}</v></c>`),
    );
    expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({
      errors: [{ row: 2, cell: 'B2', message: 'OptionOne is the error #NUM! (cell B2).' }],
    });
  },
);

test.each([
  ['[$-4009]#,##0', 7, '7'],
  ['[$₹-4009] #,##,##0.00', 1234567.891, '₹ 12,34,567.89'],
  ['[>=100000]##\\,##\\,##0;##,##0', -3, '-3'],
  ['[>999]0.0;0', -3, '-3'],
  ['0.00;-0.00', -3, '-3.00'],
  ['General" kg"', -1.5, '-1.5 kg'],
])('a number in the format %s is read as it is shown', async (code, value, shown) => {
  const parts = sound();
  const styled = (parts.get('xl/styles.xml') ?? '').replace(
    '<cellXfs',
    `<numFmts><numFmt numFmtId="200" formatCode="${escapeXml(code)}"/></numFmts><cellXfs`,
  );
  parts.set('xl/styles.xml', styled.replace('</cellXfs>', '<xf numFmtId="200"/></cellXfs>'));
  const bytes = edited(
    sheet1,
    (xml) => xml.replace(/<c r="B2".*?<\/c>/, `<c r="B2" s="5"><v>${value}</v></c>`),
    parts,
  );
  expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({
    rows: [{ options: [shown, 'green', 'blue', 'white'] }, {}],
  });
});

describe('a workbook is refused as damaged, instead of being read in part,', () => {
  const two = () =>
    workbookParts([
      { name: 'S', rows: [columns, row('One?')] },
      { name: 'T', rows: [columns, row('Two?')] },
    ]);
  test.each<[how: string, said: string, make: () => Uint8Array]>([
    [
      'without one of its sheets',
      'its sheet "T" cannot be read',
      () => {
        const parts = two();
        parts.delete('xl/worksheets/sheet2.xml');
        return packParts(parts);
      },
    ],
    [
      'with two sheets of one name',
      'its sheet "S" is there twice',
      () => edited('xl/workbook.xml', (xml) => xml.replace('"T"', '"S"'), two()),
    ],
    [
      'with a cell that says it is in another row',
      'it has cell A3 in row 2',
      () => edited(sheet1, (xml) => xml.replaceAll('"A2"', '"A3"')),
    ],
    [
      'with a cell twice',
      'it has cell B2 twice',
      () => edited(sheet1, (xml) => xml.replaceAll('"C2"', '"B2"')),
    ],
    [
      'with bytes that are not UTF-8',
      `its part ${sheet1} cannot be read`,
      () =>
        makeZip(
          [...sound()].map(([name, xml]) =>
            packEntry(name, Buffer.from(xml.replace('One?', 'Caf\u00e9?'), 'latin1')),
          ),
        ),
    ],
    [
      'with a cell that refers to a missing text',
      'cell B2 has a text that is not there',
      () =>
        edited(sheet1, (xml) => xml.replace(/<c r="B2".*?<\/c>/, '<c r="B2" t="s"><v>7</v></c>')),
    ],
    [
      'with an element that never ends',
      `its part ${sheet1} cannot be read`,
      () => edited(sheet1, (xml) => xml.replace('</sheetData>', '')),
    ],
    [
      'with an undeclared entity',
      `its part ${sheet1} cannot be read`,
      () => edited(sheet1, (xml) => xml.replace('One?', 'One&nbsp;?')),
    ],
    [
      'with a comment that never ends',
      `its part ${sheet1} cannot be read`,
      () => edited(sheet1, (xml) => xml.replace('<row r="3"', '<!--<row r="3"')),
    ],
  ])('%s', async (_, said, make) => {
    expect(await refusalOf(make())).toContain(`damaged: This file is damaged: ${said}.`);
  });
});

test('a part that does not match its checksum is refused as damaged', () => {
  const parts = [...sound()].map(([name, xml]) => packEntry(name, xml));
  const changed = parts.map((part) =>
    part.name === sheet1 ? { ...part, sum: (part.sum ^ 1) >>> 0 } : part,
  );
  return expect(refusalOf(makeZip(changed))).resolves.toContain('damaged or incomplete');
});

test('two parts whose names differ only in case are refused as the same part twice, because Excel might read the other one', async () => {
  const other = workbookParts([{ name: 'S', rows: [columns, row('Other?')] }]).get(sheet1) ?? '';
  expect(await refusalOf(packParts(sound().set('xl/worksheets/SHEET1.xml', other)))).toContain(
    'unsafe: This file contains the part xl/worksheets/SHEET1.xml twice',
  );
});

test('six thousand parts are refused before they are examined', async () => {
  const parts = Array.from({ length: 6000 }, (_, at) => packEntry(`xl/a${at}.xml`, ''));
  expect(await refusalOf(makeZip(parts))).toContain('too-large');
});

test.each([
  ['Index/Document.iwa', 'This is an Apple Numbers document.'],
  ['questions.xlsx', 'Please unpack it first.'],
])('the refusal of an archive with %s names its kind', async (name, said) => {
  expect(await refusalOf(makeZip([packEntry(name, '')]))).toContain(said);
});

test.each([
  ['%PDF-1.7\n\0', 'This is a PDF document'],
  ['\x89PNG\r\n\x1a\n\0\0', 'This is a picture.'],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0', 'This is a picture.'],
  ['\0\0\0\x18ftypheic\0\0\0\0', 'This is a picture.'],
  ['Rar!\x1a\x07\x01\0', 'This is an archive. Please unpack it first.'],
  ['\x1f\x8b\x08\0\0', 'This is an archive. Please unpack it first.'],
  ['ID;PSCALC3\nC;X1;Y1;K"Questions"\n', 'This is a SYLK file. In Excel it can be saved as .xlsx.'],
  ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'This is a DIF file. In Excel it can be saved as .xlsx.'],
  ['{"url":"https://docs.example/x","doc_id":"x"}', 'This is only a link to a document.'],
  ['[InternetShortcut]\r\nURL=https://docs.example/x\r\n', 'This is only a link to a document.'],
  [
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    'This is an OpenDocument spreadsheet in one piece (.fods).',
  ],
])('the refusal of a file that begins with %j names its kind', async (begins, said) => {
  const refused = await readQuestionFile(Buffer.from(begins, 'latin1'), 'questions.csv');
  expect(refused).toMatchObject({ code: 'wrong-kind', message: expect.stringContaining(said) });
});

test('a table whose first columns are ID and Paper is not mistaken for SYLK', async () => {
  const table = [
    ['ID', 'Paper', ...columns],
    [1, 'First', ...row('One?')],
  ];
  const csv = table.map((cells) => cells.join(';')).join('\r\n');
  expect(await readQuestionFile(Buffer.from(csv), 'questions.csv')).toMatchObject({
    rows: [{ text: 'One?' }],
  });
});

test('invisible fillers don’t count as text', async () => {
  const bytes = makeWorkbook([
    { name: 'S', rows: [columns, row('One?').with(1, '\u3164').with(2, '\u2800')] },
  ]);
  expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({
    errors: [{ message: 'OptionOne is empty. OptionTwo is empty.' }],
  });
});

test('an answer between zero-width spaces is read', async () => {
  const bytes = makeWorkbook([
    { name: 'S', rows: [columns, row('One?').with(5, '\u200bB\ufeff')] },
  ]);
  expect(await readQuestionFile(bytes, 'made.xlsx')).toMatchObject({ rows: [{ correct: 1 }] });
});

test('cells named in small letters are read in their places, and a cell with a meaningless name refuses the file', async () => {
  const small = (xml: string) =>
    xml.replace(/<c r="C2".*?<\/c>/, '').replace(/r="([A-I]\d)"/g, (ref) => ref.toLowerCase());
  const outcome = await readQuestionFile(edited(sheet1, small), 'made.xlsx');
  expect(outcome).toMatchObject({
    errors: [{ row: 2, cell: 'C2', message: 'OptionTwo is empty.' }],
  });
  expect(await refusalOf(edited(sheet1, (xml) => xml.replace('r="C2"', 'r="?2"')))).toContain(
    'damaged: This file is damaged: it has a cell called "?2".',
  );
});

test.each([
  ['WordDocument', 'In Word it can be saved as .docx.'],
  ['PowerPoint Document', 'presentation'],
])('the refusal of an old document with the stream %s names its kind', async (stream, said) => {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, `/${stream}`, new Uint8Array(5_000).fill(1));
  const bytes = Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }));
  expect(await refusalOf(bytes)).toContain(said);
});

test('the refusal of a single-file web page that is called .xls names its kind', async () => {
  const page = Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table>');
  expect(await readQuestionFile(page, 'questions.xls')).toMatchObject({
    message: expect.stringContaining('(MHT)'),
  });
});

test('the refusals of a presentation and of a text document name their kinds', async () => {
  const slides = makeZip([packEntry('ppt/presentation.xml', '<p/>')]);
  expect(await refusalOf(slides)).toContain('This is a presentation.');
  expect(await refusalOf(Buffer.from('{\\rtf1 Which? {=a ~b}}'))).toContain('(RTF)');
});

test('Types merged over pairs of twenty thousand rows are all found', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [
    ...row(`${at}?`).slice(0, 8),
    at % 2 === 0 ? `T${at % 3}` : null,
  ]);
  const merges = Array.from({ length: 10_000 }, (_, at) => `I${2 * at + 2}:I${2 * at + 3}`);
  const file = makeWorkbook([{ name: 'S', rows: [columns, ...rows], merges }]);
  const outcome = await readQuestionFile(file, 'made.xlsx');
  expect(outcome).toMatchObject({ ok: true, errors: [] });
  expect(outcome.ok && outcome.rows[4]?.type).toBe('T1');
  expect(outcome.ok && outcome.rows[5]?.type).toBe('T1');
});

test('marks merged over several rows count for each of them, and for none below', async () => {
  const [first = [], ...rest] = ['One?', 'Two?', 'Three?'].map((text) => row(text));
  const rows = [
    [...first.slice(0, 6), 2, 0.5, first[8] ?? ''],
    ...rest.map((cells) => [...cells.slice(0, 6), null, null, cells[8] ?? '']),
  ];
  const file = makeWorkbook([{ name: 'S', rows: [columns, ...rows], merges: ['G2:G3', 'H2:H3'] }]);
  const outcome = await readQuestionFile(file, 'made.xlsx');
  expect(
    outcome.ok && outcome.rows.map((each) => [each.weightageHundredths, each.negativeHundredths]),
  ).toEqual([
    [200, 50],
    [200, 50],
    [100, 0],
  ]);
});

test('formulas filled down over seventy thousand rows that give an empty text don’t count as rows', async () => {
  const empty = Array.from(
    { length: 70_000 },
    (_, at) => `<row r="${at + 4}"><c r="A${at + 4}" t="str"><f>Z1&amp;""</f><v></v></c></row>`,
  );
  const bytes = edited(sheet1, (xml) =>
    xml.replace('</sheetData>', `${empty.join('')}</sheetData>`),
  );
  expect(await textsOf(bytes)).toEqual(['One?', 'Two?']);
});
