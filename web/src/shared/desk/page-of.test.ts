import { expect, it } from 'vitest';
import { countPages, pageOf } from './pager.tsx';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

it('cuts a list into pages, of which the last may be shorter', () => {
  expect(pageOf(letters, 1, 10).rows.join('')).toBe('abcdefghij');
  expect(pageOf(letters, 3, 10)).toEqual({
    rows: [...'uvwxyz'],
    page: 3,
    pages: 3,
    before: 20,
  });
  expect(countPages(20, 10)).toBe(2);
  expect(countPages(21, 10)).toBe(3);
});

it('shows page 1, not the last page, when the list has become too short for the page', () => {
  expect(pageOf(letters.slice(0, 15), 3, 10)).toMatchObject({ page: 1, pages: 2, before: 0 });
});

it('shows one empty page when the list is empty', () => {
  expect(pageOf([], 2, 10)).toEqual({ rows: [], page: 1, pages: 1, before: 0 });
});
