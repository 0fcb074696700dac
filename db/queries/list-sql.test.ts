import { expect, it } from 'vitest';
import { inPieces, likeWords, pageWindow } from './list-sql.ts';

it('reads each page from the nearer end of the list, and each row on exactly one page', () => {
  for (const total of [0, 1, 9, 10, 11, 20, 95, 100]) {
    const rows = Array.from({ length: total }, (_, index) => index);
    const read: number[] = [];
    for (let page = 1; page <= Math.max(1, Math.ceil(total / 10)); page += 1) {
      const { limit, offset, backwards } = pageWindow({ page, pageSize: 10 }, total);
      expect(offset).toBeLessThanOrEqual(total / 2);
      const ordered = backwards ? rows.toReversed() : rows;
      const piece = ordered.slice(offset, offset + limit);
      read.push(...(backwards ? piece.reverse() : piece));
    }
    expect(read).toEqual(rows);
  }
});

it('has no rows on a page beyond the last', () => {
  expect(pageWindow({ page: 4, pageSize: 10 }, 30).limit).toBe(0);
});

it('finds a name whichever apostrophe it has: keyboards type one, Excel makes another of it', () => {
  expect(likeWords("d'souza")).toBe('%d_souza%');
  expect(likeWords('D’Souza')).toBe('%D_Souza%');
});

it('treats %, _ and \\ in a search as ordinary characters', () => {
  expect(likeWords('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
});

it.each([0, 1, 3, 4, 6, 7])(
  'reads a list of %i rows in pieces of three, each row exactly once',
  async (total) => {
    const rows = Array.from({ length: total }, (_, at) => at);
    const read = async (last = -1) => rows.slice(last + 1, last + 4);
    const pieces: number[][] = [];
    for await (const piece of inPieces(3, read)) pieces.push(piece);
    expect(pieces.flat()).toEqual(rows);
    expect(pieces.map(({ length }) => length).filter((length) => length < 1)).toEqual([]);
  },
);
