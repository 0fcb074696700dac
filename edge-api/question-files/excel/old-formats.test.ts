/** Old .xls files and XML spreadsheets are read like an .xlsx with the same cells: signs, currencies, dates, looks. */
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { escapeXml } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

const rowOf = (second: unknown) => ['One?', 'red', second, 'blue', 'white', 'A', 1, 0.25, 'Apt'];

/** Numbers with their formats, and the text that Excel shows. */
const numbers: [format: string, value: number, shown: string][] = [
  ['"$"#,##0', 5, '$5'],
  ['[$$-409]#,##0.00', -3.5, '-$3.50'],
  ['[$₹-4009] #,##,##0', 1234567, '₹ 12,34,567'],
  ['[>=100000]##\\,##\\,##0;##,##0', -3, '-3'],
  ['0%', 0.25, '25%'],
  ['m/d/yy', 45296, '05-01-2024'],
  ['dd/mm/yyyy', 45296, '05/01/2024'],
  ['General', 0.1, '0.1'],
];

function oldWorkbook(bookType: 'biff8' | 'xlsx', value: unknown, format?: string): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet([columns, rowOf(value)]);
  if (format) sheet.C2 = { t: 'n', v: value, z: format };
  const book = XLSX.utils.book_new(sheet, 'S');
  return XLSX.write(book, { bookType, type: 'buffer' });
}

const data = (type: string, said: string, style = '') =>
  `<Cell${style}><Data ss:Type="${type}">${said}</Data></Cell>`;
function spreadsheetXml(cell: string, styles = ''): Buffer {
  const row = (cells: readonly unknown[]) =>
    `<Row>${cells.map((each) => (each === null ? cell : data(typeof each === 'number' ? 'Number' : 'String', String(each)))).join('')}</Row>`;
  return Buffer.from(
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:html="http://www.w3.org/TR/REC-html40"><Styles><Style ss:ID="Default"/><Style ss:ID="s1">${styles}</Style></Styles><Worksheet ss:Name="S"><Table>${row(columns)}${row(rowOf(null))}</Table></Worksheet></Workbook>`,
  );
}
async function optionOf(bytes: Uint8Array) {
  const outcome = await readQuestionFile(bytes, 'a.xls');
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.rows[0]?.options[1] ?? outcome.errors[0]?.message;
}

describe.each(numbers)('a number in the format %s', (format, value, shown) => {
  test.each(['biff8', 'xlsx'] as const)('is read from %s as it is shown', async (kind) => {
    expect(await optionOf(oldWorkbook(kind, value, format))).toBe(shown);
  });

  test('is read from an XML spreadsheet as it is shown', async () => {
    const style = `<NumberFormat ss:Format="${escapeXml(format)}"/>`;
    const cell = data('Number', String(value), ' ss:StyleID="s1"');
    expect(await optionOf(spreadsheetXml(cell, style))).toBe(shown);
  });
});

describe('in an XML spreadsheet', () => {
  test.each([
    [
      'a date',
      data('DateTime', '2024-01-05T00:00:00.000', ' ss:StyleID="s1"'),
      '<NumberFormat ss:Format="Short Date"/>',
      '05-01-2024',
    ],
    ['a flag', data('Boolean', '1'), '', 'TRUE'],
    ['a raised digit', data('String', '10<html:Sup>2</html:Sup>'), '', '10²'],
    ['a line break', data('String', 'a&#10;b'), '', 'a\nb'],
    [
      'a note beside a text',
      '<Cell><Data ss:Type="String">a</Data><Comment><ss:Data>no</ss:Data></Comment></Cell>',
      '',
      'a',
    ],
    ['an error', data('Error', '#N/A'), '', 'OptionTwo is the error #N/A (cell C2).'],
  ])('%s is read as it is shown', async (_, cell, style, shown) => {
    expect(await optionOf(spreadsheetXml(cell, style))).toBe(shown);
  });

  test('a font that shows other letters refuses the row, whether it applies to the cell or to letters inside', async () => {
    const inCell = spreadsheetXml(
      data('String', 'Hkkjr', ' ss:StyleID="s1"'),
      '<Font ss:FontName="Kruti Dev 010"/>',
    );
    const inside = spreadsheetXml(data('String', 'angle <Font html:Face="Symbol">a</Font>'));
    expect(await optionOf(inCell)).toContain('in the font "Kruti Dev 010" (cell C2)');
    expect(await optionOf(inside)).toContain('in the font "Symbol" (cell C2)');
  });

  test('hidden rows and sheets are noticed, and cells keep their places', async () => {
    const cells = data('String', 'red').repeat(3);
    const row = `<Row ss:Index="4" ss:Hidden="1">${data('String', 'Two?')}${cells.replace('red', 'green').replace('red', 'blue')}<Cell ss:Index="5">${data('String', 'white').slice(6)}${data('String', 'A')}</Row>`;
    const xml = spreadsheetXml(data('String', 'green'))
      .toString()
      .replace('</Table>', `${row}</Table>`);
    const outcome = await readQuestionFile(Buffer.from(xml), 'a.xls');
    expect(outcome).toMatchObject({
      errors: [{ row: 4, message: 'Type is empty.' }],
      rows: [{ row: 2 }],
    });
    const hidden = xml.replace(
      '</Worksheet>',
      '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>',
    );
    expect(await readQuestionFile(Buffer.from(hidden), 'a.xls')).toMatchObject({
      ok: false,
      code: 'no-questions',
    });
  });
});

describe('in an old .xls', () => {
  const withFont = (change: (font: Buffer) => void) => {
    const bytes = oldWorkbook('biff8', 'green');
    const name = bytes.indexOf(Buffer.from('Arial', 'utf16le'));
    change(bytes.subarray(name - 16));
    return bytes;
  };

  test('a font that shows other letters refuses the row, naming the cell', async () => {
    const bytes = withFont((font) => font.write('Asees', 16, 'utf16le'));
    expect(await optionOf(bytes)).toContain('in the font "Asees"');
  });

  test('raised letters cause a warning, because the reader can’t tell which letters they are', async () => {
    const outcome = await readQuestionFile(
      withFont((font) => font.writeUInt16LE(1, 8)),
      'a.xls',
    );
    expect(outcome).toMatchObject({
      rows: [{ text: 'One?' }],
      warnings: [{ row: 0, message: expect.stringContaining('raised or lowered letters') }],
    });
  });

  /** Adds drawings at the end of the only sheet. `shape` is Excel's own number for the kind of shape. */
  function withDrawings(...drawings: { row: number; shape: number }[]): Buffer {
    const book = XLSX.CFB.read(oldWorkbook('biff8', 'green'), { type: 'buffer' });
    const stream = XLSX.CFB.find(book, '/Workbook');
    if (!stream) throw new Error('no workbook');
    const words = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
    const record = (kind: number, body: Buffer) => Buffer.concat([words(kind, body.length), body]);
    const drawn = drawings.flatMap(({ row, shape }) => {
      const anchor = words(0, 0xf010, 18, 0, 0, 1, 0, row - 1, 0, 3, 0, row + 2, 0);
      const kindOfShape = words(0x04b2, 0xf00a, 8, 0, 1025, 0, 0xa00, 0);
      const container = words(0x0f, 0xf004, kindOfShape.length + anchor.length, 0);
      return [
        record(0xec, Buffer.concat([container, kindOfShape, anchor])),
        record(0x5d, words(0x15, 0x12, shape, 1, 0x6011, 0, 0, 0, 0, 0, 0, 0, 0)),
      ];
    });
    const before = Buffer.from(stream.content);
    const end = before.length - 4;
    stream.content = Buffer.concat([before.subarray(0, end), ...drawn, before.subarray(end)]);
    stream.size = stream.content.length;
    return Buffer.from(XLSX.CFB.write(book, { type: 'buffer' }));
  }

  test('a picture over a question, or below one, is reported by its row; a comment and a filter’s arrow don’t count as pictures', async () => {
    const [picture, comment, arrow] = [0x08, 0x19, 0x14];
    const outcome = await readQuestionFile(
      withDrawings(
        { row: 1, shape: arrow },
        { row: 4, shape: comment },
        { row: 2, shape: picture },
        { row: 6, shape: picture },
      ),
      'a.xls',
    );
    expect(outcome).toMatchObject({
      rows: [{ text: 'One?' }],
      warnings: [
        { row: 6, message: expect.stringContaining('that begins in this row was left out') },
        { row: 2, message: expect.stringContaining('A picture or drawing in this row') },
      ],
    });
  });

  test('a hidden column is read, with a warning that names it', async () => {
    const sheet = XLSX.utils.aoa_to_sheet([columns, rowOf('green')]);
    sheet['!cols'] = columns.map((_, at) => (at === 5 ? { wch: 10, hidden: true } : { wch: 10 }));
    const book = XLSX.utils.book_new(sheet, 'S');
    const bytes: Buffer = XLSX.write(book, { bookType: 'biff8', type: 'buffer' });
    expect(await readQuestionFile(bytes, 'a.xls')).toMatchObject({
      rows: [{ text: 'One?' }],
      warnings: [
        { row: 1, message: expect.stringMatching(/^Column CorrectAnswer \(F\) is hidden/) },
      ],
    });
  });

  test('cells that are struck out cause a warning', async () => {
    const outcome = await readQuestionFile(
      withFont((font) => font.writeUInt16LE(8, 2)),
      'a.xls',
    );
    expect(outcome.ok && outcome.warnings.length).toBeGreaterThan(0);
    expect(outcome.ok && outcome.warnings[0]?.message).toContain('struck out');
  });
});
