// No pattern of the product takes more than linear time. recheck (https://makenowjust-labs.github.io/recheck) looks for a
// text that takes longer, and either finds one or shows that there is none. Patterns of the build (web/build) read only
// our own text. A pattern that isn't linear is listed in BOUNDED_TEXTS, with the length that its text can have.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import * as z from 'zod';

/** The most characters that reach the pattern, and the test of that bound. */
const BOUNDED_TEXTS: Readonly<Record<string, { most: number; tested: string }>> = {
  [String(/(\.[A-Za-z0-9]{1,5})+\.*$/)]: {
    most: 1_000,
    tested: 'tests/api/bounded-bodies.test.ts',
  },
  [String(/(?:\.\w+)+$/)]: { most: 1_000, tested: 'tests/api/bounded-bodies.test.ts' },
};

/** Files that build patterns at run time, only from our own words: no part comes from outside. */
const MADE_OF_OUR_WORDS = [
  'db/queries/read-error.ts', // an SQL error code
  'edge-api/middleware/static-files.ts', // page addresses
  'edge-api/services/auth/passwords.ts', // the letters of generated passwords
  'edge-api/services/files/accept-pdf.ts', // names from the PDF standard
];

/** zod's own patterns that texts from outside reach. */
const ZODS = [
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ local: true }),
  z.iso.date(),
  z.email(),
].map((schema) => schema._zod.def.pattern);

const sources = spawnSync('git', [
  'ls-files',
  '-co',
  '--exclude-standard',
  'state-machines',
  'seals',
  'db',
  'edge-api',
  'web/src',
])
  .stdout.toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));

type Found = { patterns: Map<string, string>; made: Set<string> };

function collect(node: unknown, file: string, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
    found.patterns.set(`/${node.pattern}/${node.flags}`, file);
  if ('type' in node && 'callee' in node && isRegExp(node.callee)) found.made.add(file);
  for (const child of Object.values(node)) collect(child, file, found);
}

function isRegExp(callee: unknown): boolean {
  return (
    typeof callee === 'object' && callee !== null && 'value' in callee && callee.value === 'RegExp'
  );
}

function collectAll(): Found {
  const found: Found = { patterns: new Map(), made: new Set() };
  for (const file of sources) {
    const syntax = { syntax: 'typescript', tsx: /x$/.test(file), target: 'es2022' } as const;
    collect(parseSync(readFileSync(file, 'utf8'), syntax), file, found);
  }
  return found;
}
const { patterns, made } = collectAll();

/**
 * Enough to find the fault in a pattern that needs searching; most patterns are decided without. The limit is the number of
 * characters read and never time, because a search slowed down by a busy machine would count as a successful attack.
 */
const SEARCH = {
  maxIteration: 3,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 100_000_000,
  timeout: null,
};

async function costOf(pattern: string): Promise<string> {
  const end = pattern.lastIndexOf('/');
  const verdict = await check(pattern.slice(1, end), pattern.slice(end + 1), SEARCH);
  if (verdict.status === 'unknown') return `undecided, ${verdict.error.kind}`;
  return verdict.status === 'safe' ? 'linear' : verdict.complexity.summary;
}

test('a pattern that takes more than linear time is recognised', async () => {
  expect(await costOf(String(/^[^\s@]+@[^\s@]+\.[^\s@]+$/))).toBe('2nd degree polynomial');
  expect(await costOf(String(/(a+)+b/))).toBe('exponential');
  expect(await costOf(String(/^[a-z]{1,40}$/))).toBe('linear');
  expect(await costOf(String(/[ab]+(?=c)/))).toBe('2nd degree polynomial (fuzz)');
});

test('every pattern of the product is linear, or the length of its text is bounded', async () => {
  expect(patterns.size).toBeGreaterThan(150);
  for (const pattern of ZODS) patterns.set(String(pattern), 'zod');
  const costly: Record<string, string> = {};
  for (const [pattern, file] of patterns) {
    const cost = await costOf(pattern);
    if (cost !== 'linear') costly[pattern] = `${cost} in ${file}`;
  }
  const unbounded = Object.entries(costly).filter(([pattern]) => !BOUNDED_TEXTS[pattern]);
  expect(unbounded).toEqual([]);
  expect(Object.keys(BOUNDED_TEXTS).filter((pattern) => !costly[pattern])).toEqual([]);
});

test('patterns are built at run time only from our own words', () => {
  expect([...made].sort()).toEqual(MADE_OF_OUR_WORDS);
});
