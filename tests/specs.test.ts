/**
 * SPEC.md files agree with the code: each rule says how it is enforced and has a test that cites it, each rule cited anywhere
 * exists, and each file or name given as enforcement is in the code. The numbers of docs/rules.md are checked likewise.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['state-machines', 'seals', 'db', 'edge-api', 'web', 'tests', 'docs'];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(room, path),
  ),
).filter((path) => /\.(tsx?|md)$/.test(path) && !path.includes('node_modules'));

type Rule = { id: string; spec: string; enforcement: string };
const specs = files.filter((path) => path.endsWith('/SPEC.md'));
const rules: Rule[] = specs.flatMap((spec) =>
  read(spec)
    .split(/^## /m)
    .flatMap((part) => {
      const id = /^\[([A-Z]{2}\d+)\]/.exec(part)?.[1];
      const enforcement = part.split('- *Enforcement:*')[1]?.split('\n\n')[0] ?? '';
      return id ? [{ id, spec, enforcement }] : [];
    }),
);
const ids = rules.map(({ id }) => id);
const FAMILY = `(?:${[...new Set(ids.map((id) => id.slice(0, 2)))].join('|')})`;

/** Every string literal in a file: titles, including those in a table, but no comments. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'StringLiteral' && 'value' in node)
      texts.push(String(node.value));
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(read(path), { syntax: 'typescript', tsx: path.endsWith('x') }));
  return texts;
}

/** “rule 9”, “rules 8, 9”, “rules 8–11”, “rules 17 to 20”. Laws have numbered rules too: “GST rule 46”, “Rule 8(3)”. */
const CITATION = /(?<!GST )\brules? (\d+(?:(?:, | and |–| to )\d+)*)\b(?!\()/gi;

function numbersIn(text: string): number[] {
  return [...text.matchAll(CITATION)].flatMap(([, list = '']) =>
    list.split(/, | and /).flatMap((part) => {
      const [first = Number.NaN, last = first] = part.split(/–| to /).map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}

const textsOfTests = files
  .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  .filter((path) => new RegExp(`\\[${FAMILY}\\d+\\]|\\brules? \\d`, 'i').test(read(path)))
  .flatMap(textsOf);

const cited = new Set(
  textsOfTests.flatMap((text) => [...text.matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, id]) => id)),
);

/** Looks beside the SPEC.md, in the pure rooms and from the project's root. */
const isFile = (spec: string, name: string) =>
  [dirname(spec), 'state-machines', '.'].some((room) => existsSync(join(ROOT, room, name)));

const words = new Set(
  files
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tests/'))
    .flatMap((path) => read(path).match(/[\w$]+/g) ?? []),
);

describe('SPEC.md', () => {
  it('is found for the sitting and the sync, and has each rule once', () => {
    expect(specs).toContain('state-machines/sitting/SPEC.md');
    expect(specs).toContain('state-machines/sync/SPEC.md');
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(ids)('%s has a test that cites it', (id) => {
    expect([...cited]).toContain(id);
  });

  it.each(rules)('names for $id an enforcement that exists', ({ spec, enforcement }) => {
    expect(enforcement).not.toBe('');
    for (const [, name = ''] of enforcement.matchAll(/`([^`]+)`/g)) {
      const isThere = /\/|\.(?:tsx?|md)$/.test(name)
        ? isFile(spec, name)
        : name.split('.').every((word) => words.has(word));
      expect({ name, isThere }).toEqual({ name, isThere: true });
    }
  });

  it('has every rule that is cited anywhere', () => {
    const unknown = files.flatMap((path) =>
      [...read(path).matchAll(new RegExp(`\\b${FAMILY}\\d+\\b`, 'g'))]
        .filter(([id]) => !ids.includes(id))
        .map(([id]) => `${path}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('docs/rules.md', () => {
  const numbers = [...read('docs/rules.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, n]) => Number(n));
  const citedByTests = new Set(textsOfTests.flatMap(numbersIn));

  it('numbers its rules from 1 without gaps', () => {
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(numbers)('has a test that cites rule %i', (number) => {
    expect([...citedByTests]).toContain(number);
  });

  it('has every rule number that is cited anywhere', () => {
    const documents = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
    const unknown = [...files, ...documents].flatMap((path) =>
      numbersIn(read(path))
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: rule ${number}`),
    );
    expect(unknown).toEqual([]);
  });
});
