import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { streamWorkbook, type WorkbookCell } from './stream-workbook.ts';

const sheet = {
  name: 'People & <things>',
  columns: [
    { head: 'Name', width: 30, of: 'text' },
    { head: 'Marks', width: 10, of: 'numbers' },
  ],
} as const;

async function* inPieces(...pieces: WorkbookCell[][][]) {
  yield* pieces;
}

async function written(...pieces: WorkbookCell[][][]) {
  const bytes: Uint8Array[] = [];
  for await (const piece of streamWorkbook(sheet, inPieces(...pieces))) bytes.push(piece);
  const book = read(Buffer.concat(bytes));
  const found = book.Sheets[sheet.name];
  if (!found) throw new Error(`no such sheet: ${book.SheetNames}`);
  return { book, found };
}

describe('a streamed workbook', () => {
  it('opens as one sheet with the column names and the rows of all pieces', async () => {
    const { book, found } = await written([['Asha', 0.1]], [], [['Ravi', -2]]);
    expect(book.SheetNames).toEqual([sheet.name]);
    expect(utils.sheet_to_json(found, { header: 1 })).toEqual([
      ['Name', 'Marks'],
      ['Asha', 0.1],
      ['Ravi', -2],
    ]);
  });

  it('holds only the column names when there are no rows', async () => {
    expect(utils.sheet_to_json((await written()).found, { header: 1 })).toEqual([
      ['Name', 'Marks'],
    ]);
  });

  it('holds further sheets, each with its own columns', async () => {
    const bytes: Uint8Array[] = [];
    const more = { name: 'More', columns: [{ head: 'N', width: 5, of: 'numbers' }] } as const;
    const rest = [{ sheet: more, rows: inPieces([[1], [2]]) }];
    for await (const piece of streamWorkbook(sheet, inPieces([['Asha', 3]]), rest))
      bytes.push(piece);
    const { SheetNames, Sheets } = read(Buffer.concat(bytes));
    expect(SheetNames).toEqual([sheet.name, 'More']);
    const [first, second] = SheetNames.map((name) =>
      utils.sheet_to_json(Sheets[name] ?? {}, { header: 1 }),
    );
    expect(first).toEqual([
      ['Name', 'Marks'],
      ['Asha', 3],
    ]);
    expect(second).toEqual([['N'], [1], [2]]);
  });

  it('keeps text as text, in text format, whatever it begins with, and numbers as numbers', async () => {
    const texts = ['=1+1', '+919000000003', '-5', '@SUM(A1)', '007', '1/4', 'TRUE'];
    const { found } = await written(texts.map((text) => [text, 7]));
    for (const [index, text] of texts.entries()) {
      const cell = found[`A${index + 2}`];
      expect(cell).toMatchObject({ t: 's', v: text });
      expect(cell).not.toHaveProperty('f');
      expect(found[`B${index + 2}`]).toMatchObject({ t: 'n', v: 7 });
    }
  });

  it('gives every text back unchanged: XML characters, spaces, line breaks, Excel’s escapes, other scripts', async () => {
    const texts = [
      '<b>&amp; "x" \'y\'</b> ]]>',
      '  spaces  ',
      'one\ntwo\tthree',
      '_x0041_ and _x005F_',
      'a\u0086b\u00a0c',
      'తెలుగు हिन्दी 𝒳 👩‍🎓',
      '',
    ];
    const { found } = await written(texts.map((text) => [text, null]));
    expect(texts.map((_, index) => found[`A${index + 2}`]?.v)).toEqual(texts);
  });

  it('leaves out what XML can’t contain, and cuts what doesn’t fit in a cell', async () => {
    const { found } = await written(
      [['a\u0000\u0007b\ufffe\ud800c', null]],
      [['x'.repeat(40_000), null]],
    );
    expect(found.A2?.v).toBe('ab\ufffdc');
    expect(String(found.A3?.v).length).toBe(32_767);
  });

  it('reads rows no faster than its reader takes them, and stops reading when the reader leaves', async () => {
    let read = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          // Hardly compressible, so that every piece produces bytes.
          yield Array.from({ length: 500 }, () => [crypto.randomUUID(), Math.random()]);
        }
      } finally {
        ended = true;
      }
    }
    const bytes = streamWorkbook(sheet, endless());
    for (let asked = 0; asked < 40; asked += 1) await bytes.next();
    expect(read).toBeLessThan(100);
    await bytes.return(undefined);
    expect(ended).toBe(true);
    const until = read;
    await new Promise((done) => setImmediate(done));
    expect(read).toBe(until);
  });

  it('fails when reading its rows fails', async () => {
    async function* failing() {
      yield [['Asha', 1]];
      throw new Error('the database is gone');
    }
    const bytes = streamWorkbook(sheet, failing());
    const readAll = async () => {
      while (!(await bytes.next()).done);
    };
    await expect(readAll()).rejects.toThrow('the database is gone');
  });
});
