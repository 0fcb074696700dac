import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { type Cell, streamWorkbook } from './stream-workbook.ts';

const columns = [
  { head: 'Name', width: 20 },
  { head: 'Marks', width: 10 },
];

async function readBack(pieces: AsyncIterable<Cell[][]>): Promise<unknown[][]> {
  const bytes = await new Response(streamWorkbook(columns, pieces)).arrayBuffer();
  const sheet = XLSX.read(bytes).Sheets.Sheet1 ?? {};
  return XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true });
}

test('rows that come one by one arrive in order, numbers as numbers', async () => {
  async function* oneByOne() {
    for (let place = 0; place < 3_000; place += 1) yield [[`Row ${place}`, place / 4]];
  }
  const rows = await readBack(oneByOne());
  expect(rows).toHaveLength(3_001);
  expect(rows[3_000]).toEqual(['Row 2999', 749.75]);
});

test('nothing at all is still a workbook with its head', async () => {
  expect(await readBack((async function* () {})())).toEqual([['Name', 'Marks']]);
});

test('a source that fails breaks the file off, so that nobody takes it for whole', async () => {
  async function* failing() {
    yield [['first', 1]];
    throw new Error('the database is gone');
  }
  await expect(readBack(failing())).rejects.toThrow('the database is gone');
});

test('a reader who goes away ends the reading of rows', async () => {
  let begun = false;
  let ended = false;
  async function* endless() {
    try {
      begun = true;
      for (;;) yield [['again', 1]];
    } finally {
      ended = true;
    }
  }
  const reader = streamWorkbook(columns, endless()).getReader();
  while (!begun) await reader.read();
  await reader.cancel();
  expect(ended).toBe(true);
});
