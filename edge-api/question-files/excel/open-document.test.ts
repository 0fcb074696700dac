/** OpenDocument spreadsheets are read like workbooks, within the same limits. */
import { expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { escapeXml, makeZip, packEntry } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';
import { readTable } from '../read-table.ts';

const spaces = ['office', 'table', 'text', 'style', 'fo', 'draw', 'svg', 'calcext']
  .map((name) => `xmlns:${name}="urn:oasis:${name}"`)
  .join(' ');
const text = (said: string, attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}><text:p>${escapeXml(said)}</text:p></table:table-cell>`;
const number = (value: number, shown = String(value), type = 'float') =>
  `<table:table-cell office:value-type="${type}" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const row = (cells: string, attributes = '') =>
  `<table:table-row${attributes}>${cells}<table:table-cell table:number-columns-repeated="16375"/></table:table-row>`;
const header = row(columns.map((name) => text(name)).join(''));
const cities = ['Delhi', 'Mumbai', 'Chennai', 'Kolkata'].map((city) => text(city)).join('');
const end = text('Mumbai') + number(2) + number(0.25, '-0.25') + text('GK');
const question = (said: string, attributes?: string) => row(text(said) + cities + end, attributes);
const sheet = (rows: string, attributes = '') =>
  `<table:table table:name="One"${attributes}><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`;

const content = (sheets: string, styles = '') =>
  `<?xml version="1.0"?><office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`;
const pack = (xml: string, more: Record<string, string> = {}) =>
  makeZip(
    Object.entries({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': xml,
      ...more,
    }).map(([name, said]) => packEntry(name, said)),
  );
const read = (xml: string, more?: Record<string, string>) =>
  readQuestionFile(pack(xml, more), 'made.ods');
async function sound(xml: string, more?: Record<string, string>) {
  const outcome = await read(xml, more);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

test('questions, options, marks and types are read', async () => {
  const { rows, errors } = await sound(
    content(sheet(header + question('One?') + question('Two?'))),
  );
  expect(errors).toEqual([]);
  expect(rows.map(({ row: at, text: said }) => [at, said])).toEqual([
    [2, 'One?'],
    [3, 'Two?'],
  ]);
  expect(rows[0]).toMatchObject({
    options: ['Delhi', 'Mumbai', 'Chennai', 'Kolkata'],
    ...{ correct: 1, weightageHundredths: 200, negativeHundredths: 25, type: 'GK', sheet: 'One' },
  });
});

test('cells are read as they are shown: percent, dates, spaces, lines, raised and lowered digits', async () => {
  const styles =
    '<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
    '<style:style style:name="T2" style:family="text"><style:text-properties style:text-position="sub 58%"/></style:style>' +
    '<style:style style:name="T3" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
  const rich =
    '<table:table-cell office:value-type="string"><office:annotation><text:p>Note</text:p></office:annotation><text:p>x<text:span text:style-name="T1">2</text:span> in<text:s text:c="2"/>H<text:span text:style-name="T2">2</text:span>O</text:p><text:p>is<text:line-break/><text:span text:style-name="T3">not</text:span></text:p></table:table-cell>';
  const date =
    '<table:table-cell office:value-type="date" office:date-value="2026-01-02"><text:p>02/01/26</text:p></table:table-cell>';
  const options =
    number(0.25, '25%', 'percentage') + number(100, '₹ 100.00', 'currency') + date + text('d');
  const { rows, warnings } = await sound(
    content(
      sheet(header + row(rich + options + text('d') + number(1) + number(0) + text('GK'))),
      styles,
    ),
  );
  expect(rows).toMatchObject([
    { text: 'x² in  H₂O\nis\nnot', options: ['25%', '₹ 100.00', '02/01/26', 'd'], correct: 3 },
  ]);
  const said = warnings.map(({ message }) => message).join(' ');
  expect(said).toContain('bold or struck-out letters became plain text');
  expect(said).toContain('is a date and reads 02/01/26');
});

test.each([
  ['super 58%', '33³'],
  ['33% 58%', '33³'],
  ['sub 58%', '33₃'],
  ['-8% 58%', '33₃'],
  ['0% 100%', '333'],
])('digits at the position "%s" are read as %s', async (position, expected) => {
  const styles = `<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`;
  const power = text('333').replace('333', '33<text:span text:style-name="T1">3</text:span>');
  const rows = row(text('How many?') + power + text('b') + text('c') + text('d') + end);
  const { rows: read, errors } = await sound(
    content(sheet(header + rows.replace('Mumbai', 'b')), styles),
  );
  expect(errors).toEqual([]);
  expect(read[0]?.options[0]).toBe(expected);
});

test('repeated cells and rows are read in the places where they are shown', async () => {
  const twice = text('Mars', ' table:number-columns-repeated="2"');
  const rows =
    row(text('Paper 1')) +
    '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>' +
    header +
    row(
      text('Which?') +
        text('Sun') +
        text('Moon') +
        text('Venus') +
        twice +
        number(1) +
        number(0) +
        text('GK'),
    ) +
    question('Again?', ' table:number-rows-repeated="2"') +
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const outcome = await sound(content(sheet(rows)));
  expect(outcome.rows.map(({ row: at, correct }) => [at, correct])).toEqual([
    [6, 3],
    [7, 1],
  ]);
  expect(outcome.duplicates).toMatchObject([{ row: 8 }]);
});

test('merged cells, hidden rows, columns and sheets, and pictures are treated as in a workbook', async () => {
  const merged = question('One?').replace(
    '<table:table-cell office:value-type="string"><text:p>GK',
    '<table:table-cell office:value-type="string" table:number-rows-spanned="2"><text:p>GK',
  );
  const covered = question('Two?', ' table:visibility="filter"').replaceAll(
    text('GK'),
    '<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>',
  );
  const drawn = question('Three?').replace(
    '<text:p>Three?</text:p>',
    '<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame><text:p>Three?</text:p>',
  );
  const styles =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const visible = sheet(header + merged + covered + drawn).replace(
    '<table:table-column table:number-columns-repeated="16384"/>',
    '<table:table-column table:number-columns-repeated="5"/><table:table-column table:visibility="collapse"/>',
  );
  const hidden = sheet(header + question('Four?'), ' table:style-name="ta2"').replace(
    '"One"',
    '"Two"',
  );
  const { rows, warnings } = await sound(content(visible + hidden, styles));
  expect(rows.map(({ text: said, type }) => [said, type])).toEqual([
    ['One?', 'GK'],
    ['Two?', 'GK'],
    ['Three?', 'GK'],
  ]);
  const said = warnings.map(({ row: at, message }) => `${at} ${message}`).join('\n');
  expect(said).toContain('3 This row is hidden');
  expect(said).toContain('4 A picture or drawing');
  expect(said).toContain('Column CorrectAnswer (F) is hidden');
  expect(said).toContain('Sheet "Two" is hidden');
});

test('a font that shows other letters is reported, whether the cell or a parent style sets it', async () => {
  const named =
    '<style:style style:name="Hindi" style:family="table-cell"><style:text-properties style:font-name="Kruti Dev 0101"/></style:style>';
  const own =
    '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Hindi"/>';
  const cell = question('fuEu esa').replace(
    '<table:table-cell office:value-type="string">',
    '<table:table-cell table:style-name="ce1" office:value-type="string">',
  );
  const styles = `<?xml version="1.0"?><office:document-styles ${spaces}><office:styles>${named}</office:styles></office:document-styles>`;
  const { errors } = await sound(content(sheet(header + cell), own), { 'styles.xml': styles });
  expect(errors).toMatchObject([
    { row: 2, message: expect.stringContaining('in the font "Kruti Dev 0101" (cell A2)') },
  ]);
});

test('errors and formulas without a value are refused, naming their cell', async () => {
  const of = (attributes: string, shown: string) =>
    `<table:table-cell table:formula="of:=1/0"${attributes}>${shown}</table:table-cell>`;
  const faults = [
    of(' office:value-type="string"', '<text:p>#DIV/0!</text:p>'),
    of(' office:value-type="float" office:value="0"', '<text:p>Err:502</text:p>'),
    of('', ''),
  ];
  const { errors } = await sound(
    content(sheet(header + faults.map((fault) => row(fault + cities + end)).join(''))),
  );
  expect(errors.map(({ cell, message }) => `${cell} ${message}`)).toEqual([
    'A2 Questions is the error #DIV/0! (cell A2).',
    'A3 Questions is the error Err:502 (cell A3).',
    expect.stringContaining('A4 Questions is a formula without a stored value'),
  ]);
});

test.each<[string, string, Record<string, string>?]>([
  ['password-protected', content(''), { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }],
  ['password-protected', content(''), { 'encrypted-package': 'x' }],
  ['damaged', content(sheet(header)).slice(0, -90)],
  ['damaged', content(sheet(header + row(text('x', ' table:number-columns-repeated="16385"'))))],
  [
    'damaged',
    content(
      sheet(
        header + row(`<table:table-cell><table:table>${header}</table:table></table:table-cell>`),
      ),
    ),
  ],
  [
    'unsafe',
    content(sheet(header)).replace(
      '<office:document-content',
      '<!DOCTYPE x [<!ENTITY a "b">]><office:document-content',
    ),
  ],
  [
    'too-many-rows',
    content(sheet(header + question('One?', ' table:number-rows-repeated="70000"'))),
  ],
  [
    'too-many-rows',
    content(
      sheet(
        header +
          row(
            text('x', ' table:number-columns-repeated="16000"'),
            ' table:number-rows-repeated="50000"',
          ).replace('<table:table-cell table:number-columns-repeated="16375"/>', ''),
      ),
    ),
  ],
  ['wrong-kind', content('').replaceAll('office:spreadsheet', 'office:text')],
])(
  'a file that no office suite writes, or that nobody may read, is refused as %s',
  async (code, xml, more) => {
    expect(await read(xml, more)).toMatchObject({ ok: false, code });
  },
);

test('a college’s list can be an OpenDocument spreadsheet', async () => {
  const xml = content(
    sheet(row(text('Name') + text('Mobile')) + row(text('Òscar') + number(9876543210, '9.88E+09'))),
  );
  expect(await readTable(pack(xml), 'list.ods')).toMatchObject({
    ok: true,
    rows: [{ cells: ['Name', 'Mobile'] }, { cells: ['Òscar', '9876543210'] }],
  });
});
