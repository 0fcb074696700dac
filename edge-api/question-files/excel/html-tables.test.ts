/** HTML tables in a file named .xls, as web systems export them: texts are read as a browser shows them. */
import { expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { readQuestionFile } from '../read-question-file.ts';

const rowOf = (cells: readonly string[], attributes = '') =>
  `<tr${attributes}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const options = ['red', 'green', 'blue', 'white', 'B', '1', '0.25'];

async function read(body: string) {
  const outcome = await readQuestionFile(Buffer.from(`<html><body>${body}</body></html>`), 'q.xls');
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

test('entities, signs beside spaces, line breaks and number-like texts are read as a browser shows them', async () => {
  const cells = [
    'caf&eacute; &radic;2 &#8377;5 if x &lt;b> & y<br>next',
    '007',
    '1/2',
    '3E5',
    'H<sub>2</sub>O',
    'C',
    '1',
    '0',
    'Apt',
  ];
  const { rows } = await read(`<table>${rowOf(columns)}${rowOf(cells)}</table>`);
  expect(rows).toMatchObject([
    { text: 'café √2 ₹5 if x <b> & y\nnext', options: ['007', '1/2', '3E5', 'H₂O'], correct: 2 },
  ]);
});

test('a tag may contain > in an attribute, and need not be closed', async () => {
  const last = `<tr><td data-v="a > b">One?${options.map((cell) => `<td>${cell}`).join('')}<td>Apt`;
  expect((await read(`<table>${rowOf(columns)}${last}</table>`)).rows[0]?.text).toBe('One?');
});

test('cells outside any row begin a row, as in a browser: before the first row, and after a closed one', async () => {
  const cellsOf = (cells: readonly string[]) => cells.map((cell) => `<td>${cell}`).join('');
  const one = cellsOf(['One?', ...options, 'Apt']);
  const two = cellsOf(['Two?', ...options, 'Apt']);
  const table = `<table>${cellsOf(columns)}</tr><tr>${one}</tr>${two}</table>`;
  expect((await read(table)).rows).toMatchObject([
    { row: 2, text: 'One?', correct: 1 },
    { row: 3, text: 'Two?', correct: 1 },
  ]);
});

test('a Type that spans several rows counts for each, and the cells beside it stay in their columns', async () => {
  const first = ['One?', ...options].map((cell) => `<td>${cell}</td>`).join('');
  const typed = `<tr>${first}<td rowspan="2">Apt</td></tr>${rowOf(['Two?', ...options])}`;
  const numbered = `<tr><td rowspan="2">I</td>${first}<td>Apt</td></tr>${rowOf(['Two?', ...options, 'Apt'])}`;
  for (const table of [rowOf(columns) + typed, rowOf(['', ...columns]) + numbered])
    expect((await read(`<table>${table}</table>`)).rows).toMatchObject([
      { row: 2, text: 'One?', type: 'Apt' },
      { row: 3, text: 'Two?', type: 'Apt', correct: 1 },
    ]);
});

test('each table is a sheet, a table inside a cell is part of its text, and a hidden row is reported', async () => {
  const sound = rowOf(
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr></table>Which?', ...options, 'Apt'],
    ' style="display: none"',
  );
  const { rows, warnings } = await read(
    `<table>${rowOf(['Exported today'])}</table><table>${rowOf(columns)}${sound}</table>`,
  );
  expect(rows).toMatchObject([{ sheet: 'Sheet2', row: 2, text: 'a\nb\nWhich?' }]);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('"Sheet1" has no row with the column names'),
    expect.stringContaining('This row is hidden'),
  ]);
});

test('cells that span more places than a sheet has cost no more than the whole sheet', async () => {
  const wide = '<tr><td colspan="999999999" rowspan="999999999">x</td></tr>'.repeat(2000);
  const before = process.cpuUsage();
  await expect(read(`<table>${wide}</table>`)).rejects.toThrow(/^no-header/);
  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(5_000_000); // Microseconds. It once took about 100 seconds, when each row spanned further than the previous one.
});

test('a note on a cell, as LibreOffice writes it inside the cell, is left out of the text and reported', async () => {
  const noted = 'One?<a class="comment-indicator"></a><comment>ask Ravi</comment>';
  const { rows, warnings } = await read(
    `<table>${rowOf(columns)}${rowOf([noted, ...options, 'Apt'])}</table>`,
  );
  expect(rows[0]?.text).toBe('One?');
  expect(warnings).toMatchObject([
    { row: 2, message: expect.stringContaining('<comment> was taken for markup and left out') },
  ]);
});
