/**
 * That SECURITY.md and docs/ASVS.md keep to the code: each file they name exists, and each requirement of levels 1
 * and 2 of OWASP ASVS 5.0.0 stands in the table once, at its level, with a verdict and what it rests on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const FILE = /^(?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|md|sql|json|txt|example)$|^\.npmrc$/;
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => FILE.test(name));

/** Id and level, by the standard's own list; its words are left out, they are under another licence. */
const wanted = read('tests/fixtures/asvs-5.0.0-levels-1-and-2.txt').trim().split('\n');

const rows = [
  ...read('docs/ASVS.md').matchAll(
    /^\| (V\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
  ),
].map(([, id = '', level = '', words = '', verdict = '', basis = '']) => ({
  ...{ id, level, words, verdict, basis },
}));

describe.each(['SECURITY.md', 'docs/ASVS.md'])('%s', (document) => {
  it('names no file that is gone', () => {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, to = '']) => to);
    const named = filesIn(text);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    expect(links.filter((to) => !existsSync(join(ROOT, dirname(document), to)))).toEqual([]);
  });
});

describe('the table of requirements', () => {
  it('has each of levels 1 and 2 exactly once, in order', () => {
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted);
  });

  it.each(rows)('$id says what it rests on', ({ verdict, basis }) => {
    expect(['met', 'not met', 'n/a']).toContain(verdict);
    expect(basis.length).toBeGreaterThan(5);
    // What is met can be looked up.
    if (verdict === 'met') expect(filesIn(basis)).not.toEqual([]);
  });

  it('is counted right at its head', () => {
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    expect(read('docs/ASVS.md')).toContain(
      `${count('met')} met, ${count('not met')} not met, ${count('n/a')} not applicable`,
    );
  });
});
