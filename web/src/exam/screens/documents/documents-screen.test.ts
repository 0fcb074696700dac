import { describe, expect, it } from 'vitest';
import { movePage, removePage } from './documents-screen.tsx';

const pages = ['a', 'b', 'c'];

describe('the order of the pages', () => {
  it('changes when a page is moved one place, within the list', () => {
    expect(movePage(pages, 1, -1)).toEqual(['b', 'a', 'c']);
    expect(movePage(pages, 1, 1)).toEqual(['a', 'c', 'b']);
    expect(movePage(pages, 0, -1)).toEqual(pages);
    expect(movePage(pages, 2, 1)).toEqual(pages);
  });

  it('stays the same for the others when one page is removed', () => {
    expect(removePage(pages, 1)).toEqual(['a', 'c']);
  });
});
