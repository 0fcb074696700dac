import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { className } from './class-name.ts';

const SRC = join(import.meta.dirname, '../src');

test('no two style sheets give their classes the same name, so that no sheet styles another’s elements', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.module.css'),
  );
  expect(sheets.length).toBeGreaterThan(100);
  const names = sheets.map((sheet) => className('list', join(SRC, sheet)));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('a class keeps its name when its file is imported with a query string', () => {
  const file = join(SRC, 'ui/button.module.css');
  expect(className('full', `${file}?used`)).toBe(className('full', file));
});
