/** A cell is read as people see it, or its row says why not: fonts, raised letters, struck-out letters. */
import { describe, expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { type BookCell, packParts, workbookParts } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

const row = (text: BookCell, second: BookCell = 'green'): BookCell[] => [
  ...[text, 'red', second, 'blue', 'white', 'A', 1, 0.25, 'Apt'],
];
const fontsFrom = 5; // the styles that make-workbook.ts adds come first

/** Cells with style 5 have the first font, those with 6 the second, and so on. */
async function read(rows: BookCell[][], fonts: string[] = []) {
  const parts = workbookParts([{ name: 'S', rows }]);
  const styles = (parts.get('xl/styles.xml') ?? '')
    .replace(
      '<cellXfs',
      `<fonts><font><name val="Calibri"/></font>${fonts.map((font) => `<font>${font}</font>`).join('')}</fonts><cellXfs`,
    )
    .replace(
      '</cellXfs>',
      `${fonts.map((_, at) => `<xf fontId="${at + 1}"/>`).join('')}</cellXfs>`,
    );
  return await readQuestionFile(packParts(parts.set('xl/styles.xml', styles)), 'made.xlsx');
}
const styled = (text: string, at = 0): BookCell => ({
  xml: `<c r="{ref}" s="${fontsFrom + at}" t="inlineStr"><is><t>${text}</t></is></c>`,
});
const runs = (...said: [look: string, text: string][]): BookCell => ({
  xml: `<c r="{ref}" t="inlineStr"><is>${said.map(([look, text]) => `<r><rPr>${look}</rPr><t xml:space="preserve">${text}</t></r>`).join('')}</is></c>`,
});
const up = '<vertAlign val="superscript"/>';
const down = '<vertAlign val="subscript"/>';

describe('a font that shows other letters than the file holds', () => {
  test.each([
    'Kruti Dev 010',
    'DevLys 010',
    'Chanakya',
    'Shree-Dev-0708',
    'SutonnyMJ',
    'Agra',
    'Preeti',
    'Bamini',
    'Symbol',
    'Wingdings 2',
  ])('refuses its row if it is %s, naming the font and the cell', async (font) => {
    const outcome = await read(
      [columns, row('One?'), row('Two?', styled('Hkkjr')), row('Three?')],
      [`<name val="${font}"/>`],
    );
    if (!outcome.ok) throw new Error(outcome.message);
    expect(outcome.rows.map(({ text }) => text)).toEqual(['One?', 'Three?']);
    expect(outcome.errors).toMatchObject([{ row: 3, column: 'OptionTwo', cell: 'C3' }]);
    expect(outcome.errors[0]?.message).toContain(`in the font "${font}" (cell C3)`);
    expect(outcome.errors[0]?.message).toContain('Please convert it to Unicode');
  });

  test('refuses its row even for some letters inside a cell', async () => {
    const mixed = runs(['<rFont val="Arial"/>', 'The angle '], ['<rFont val="Symbol"/>', 'a']);
    expect(await read([columns, row(mixed), row('Two?')])).toMatchObject({
      rows: [{ text: 'Two?' }],
      errors: [{ row: 2, message: expect.stringContaining('"Symbol" (cell A2)') }],
    });
  });

  test('doesn’t matter for digits, or for letters of an Indian script typed in Unicode', async () => {
    const outcome = await read(
      [columns, row(styled('भारत?'), styled('1947'))],
      ['<name val="Kruti Dev 010"/>'],
    );
    expect(outcome).toMatchObject({ errors: [], rows: [{ text: 'भारत?' }] });
  });

  test.each(['Mangal', 'Nirmala UI', 'Shree Devanagari 714', 'SutonnyOMJ', 'Arial'])(
    'is not %s',
    async (font) => {
      const outcome = await read([columns, row(styled('One?'))], [`<name val="${font}"/>`]);
      expect(outcome).toMatchObject({ errors: [], warnings: [], rows: [{ text: 'One?' }] });
    },
  );

  test('is reported in the column names if no column name is found', async () => {
    const outcome = await read(
      [[styled('iz”u'), styled('fodYi')], row('One?')],
      ['<name val="Kruti Dev 010"/>'],
    );
    expect(outcome).toMatchObject({
      ok: false,
      code: 'no-header',
      message: expect.stringContaining('There is text in the font "Kruti Dev 010" (cell A1)'),
    });
  });
});

describe('letters inside a cell', () => {
  test('that are raised or lowered digits stay raised or lowered', async () => {
    const outcome = await read([
      columns,
      row(runs(['', 'x'], [up, '2'], ['', ' + H'], [down, '2 '], ['', 'O'], [up, '−1'])),
    ]);
    expect(outcome).toMatchObject({ rows: [{ text: 'x² + H₂ O⁻¹' }], warnings: [] });
  });

  test.each([
    ['raised without a sign for it', up, 'x2a'],
    ['bold', '<b/>', 'x2a'],
    ['struck out', '<strike/>', 'x2a'],
  ])('that are %s become plain, with a warning', async (_, look, text) => {
    const outcome = await read([columns, row(runs(['', 'x'], [look, '2a']))]);
    expect(outcome).toMatchObject({
      rows: [{ text }],
      warnings: [{ row: 2, message: expect.stringContaining('Raised, lowered') }],
    });
  });

  test.each([
    '<b val="0"/>',
    '<u val="none"/>',
    '<strike val="false"/>',
    '<vertAlign val="baseline"/>',
  ])('that have the look %s, as LibreOffice writes it, count as plain', async (look) => {
    const outcome = await read([columns, row(runs(['', 'x'], [look, '2']))]);
    expect(outcome).toMatchObject({ rows: [{ text: 'x2' }], warnings: [] });
  });

  test('that say how Japanese is pronounced are not part of the text', async () => {
    const aloud: BookCell = {
      xml: '<c r="{ref}" t="inlineStr"><is><r><t>10</t></r><rPh><t>ten</t></rPh><r><t>?</t></r></is></c>',
    };
    expect(await read([columns, row(aloud)])).toMatchObject({ rows: [{ text: '10?' }] });
  });
});

test('a cell that is completely struck out is read, with a warning', async () => {
  const outcome = await read(
    [columns, row(styled('One?')), row(styled('Two?', 1))],
    ['<strike/><name val="Arial"/>', '<strike val="0"/><name val="Arial"/>'],
  );
  expect(outcome).toMatchObject({
    rows: [{ text: 'One?' }, { text: 'Two?' }],
    warnings: [{ row: 2, message: expect.stringContaining('struck out') }],
  });
});

test('a number with an unknown format is read as stored, with a warning', async () => {
  const parts = workbookParts([
    { name: 'S', rows: [columns, row('One?', { xml: '<c r="{ref}" s="5"><v>7</v></c>' })] },
  ]);
  const styles = (parts.get('xl/styles.xml') ?? '')
    .replace('<cellXfs', '<numFmts><numFmt numFmtId="200" formatCode="[Rot"/></numFmts><cellXfs')
    .replace('</cellXfs>', '<xf numFmtId="200"/></cellXfs>');
  expect(
    await readQuestionFile(packParts(parts.set('xl/styles.xml', styles)), 'a.xlsx'),
  ).toMatchObject({
    rows: [{ options: ['red', '7', 'blue', 'white'] }],
    warnings: [{ row: 2, message: expect.stringContaining('read as stored: 7') }],
  });
});
