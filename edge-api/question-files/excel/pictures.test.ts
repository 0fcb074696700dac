/** Content that plain text can't hold is never lost without a note: pictures over cells, in cells, or shown by formulas. */
import { expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { type BookCell, packParts, workbookParts } from '#tests/support/make-workbook.ts';
import { readQuestionFile } from '../read-question-file.ts';

const row = (text: string, second: BookCell = 'green'): BookCell[] => [
  ...[text, 'red', second, 'blue', 'white', 'A', 1, 0.25, 'Apt'],
];
const anchor = (at: number) =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>${at - 1}</xdr:row></xdr:from><xdr:pic/></xdr:oneCellAnchor>`;

async function read(rows: BookCell[][], pictures: number[] = []) {
  const parts = workbookParts([{ name: 'S', rows: [columns, ...rows] }]);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  parts.set(
    'xl/worksheets/_rels/sheet1.xml.rels',
    `<Relationships><Relationship Id="r1" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
  );
  parts.set(
    'xl/drawings/drawing1.xml',
    `<xdr:wsDr xmlns:xdr="urn:x">${pictures.map(anchor).join('')}</xdr:wsDr>`,
  );
  const outcome = await readQuestionFile(packParts(parts), 'made.xlsx');
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}

test('a picture over a question, or below one, is reported by its row; a logo above the header is not', async () => {
  const { rows, warnings } = await read([row('One?'), row('Two?')], [1, 3, 5]);
  expect(rows.length).toBe(2);
  expect(warnings.map((each) => [each.row, each.message])).toEqual([
    [5, expect.stringContaining('A picture or drawing that begins in this row was left out.')],
    [3, expect.stringContaining('A picture or drawing in this row was left out.')],
  ]);
});

test.each([
  ['Excel', '<c r="{ref}" t="e" vm="1"><v>#VALUE!</v></c>'],
  ['WPS', '<c r="{ref}" t="str"><f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v></c>'],
])('a picture that %s stores in a cell refuses its row, naming the cell', async (_, xml) => {
  const { rows, errors } = await read([row('One?', { xml }), row('Two?')]);
  expect(rows.map(({ text }) => text)).toEqual(['Two?']);
  expect(errors).toMatchObject([
    { row: 2, cell: 'C2', message: expect.stringContaining('OptionTwo is a picture (cell C2)') },
  ]);
});

test('a text that only looks like such a formula stays a text', async () => {
  const typed = '=DISPIMG("ID_1",1)';
  expect((await read([row('One?', typed)])).rows[0]?.options[1]).toBe(typed);
});

test('an equation of another program, which Excel 2007 doesn’t store near its row, causes one warning', async () => {
  const parts = workbookParts([{ name: 'S', rows: [columns, row('Solve the equation')] }]);
  const objects =
    '<oleObjects><oleObject progId="Equation.3" shapeId="1025" r:id="rId4"/></oleObjects>';
  parts.set(
    'xl/worksheets/sheet1.xml',
    parts.get('xl/worksheets/sheet1.xml')?.replace('</worksheet>', `${objects}</worksheet>`) ?? '',
  );
  const outcome = await readQuestionFile(packParts(parts), 'made.xlsx');
  expect(outcome.ok && outcome.rows.length).toBe(1);
  expect(outcome.ok && outcome.warnings).toMatchObject([
    {
      row: 0,
      message: expect.stringContaining('such as equations, over its cells. They were left out.'),
    },
  ]);
});
