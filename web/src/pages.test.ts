import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modulesOf, pages } from './pages.ts';
import { paths } from './shared/paths.ts';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((name) =>
  join('src', name),
);

it('the list of pages names an existing file for every page, and has a line for every screen and text', () => {
  const named = new Set(pages.flatMap(modulesOf));
  const written = files.filter((name) =>
    /\.page\.tsx$|site\/content\/(?:courses|legal)\/[^/]+\.ts$/.test(name),
  );
  expect([...named].sort()).toEqual(written.sort());
});

it('the list of pages has every address once', () => {
  const addresses = pages.map(({ path }) => path);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((path) => path !== '*').sort()).toEqual(Object.values(paths).sort());
});

it('every page has a title, except for pages that set their own or show nothing', () => {
  const silent = pages.filter(({ title }) => !title).map(({ path }) => path);
  expect(silent.sort()).toEqual([paths.exam, paths.receipt].sort());
});

it('the screens of administrators and proctors are not stored on a candidate’s phone', () => {
  const theirs = pages.filter(({ screen }) => /^(?:desk|proctor)\//.test(screen));
  expect(theirs.length).toBeGreaterThan(10);
  expect(theirs.filter(({ staff }) => !staff)).toEqual([]);
});

it('every screen of the desk is inside the administrator’s frame, which turns everybody else away', () => {
  const outside = pages.filter(({ screen, frame }) => /^desk\//.test(screen) && frame !== 'admin');
  // The document page needs no such frame, because the server gives a document only to those who may see it.
  expect(outside.map(({ path }) => path)).toEqual([paths.document]);
});
