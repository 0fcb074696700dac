/**
 * Documents agree with the code: every file that they name or link to exists, and so does every document that code names.
 * docs/ASVS.md has each requirement of levels 1 and 2 of OWASP ASVS 5.0.0 once, at its level, with a verdict and its basis.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROOMS = [
  '.ci',
  'db',
  'deploy',
  'docs',
  'edge-api',
  'seals',
  'state-machines',
  'tests',
  'web',
];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const paths = [
  ...readdirSync(ROOT),
  ...ROOMS.flatMap((room) => [
    room,
    ...readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(room, path),
    ),
  ]),
];
const documents = paths.filter(
  (path) => path.endsWith('.md') && !path.startsWith('tests/fixtures/') && !/\/\./.test(path),
);

const FILE = /^(?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|mjs|md|sql|json|ya?ml|conf|cfg|sh|txt|example)$/;
const FOLDER = /^(?:[\w.@-]+\/)+[\w.@-]*$/;
const filesIn = (text: string) =>
  named(text).filter((name) => FILE.test(name) || name === '.npmrc');
/** Each word of a code span or block, because commands name files too. `GET account/data` is an endpoint. */
const named = (text: string) =>
  [...text.matchAll(/^ *```[^\n]*\n(.*?)^ *```|`([^`\n]+)`/gms)]
    .flatMap(([, block = '', span = '']) =>
      `${block}${span}`.replace(/\b(?:GET|POST|PUT|DELETE) \S+/g, '').split(/[\s'"()[\]{}<>=,;:]+/),
    )
    .filter((name) => !isPackage(name));

const { dependencies, devDependencies } = JSON.parse(read('package.json'));
const packages = Object.keys({ ...dependencies, ...devDependencies });
const isPackage = (name: string) =>
  name.startsWith('@') || packages.some((one) => name === one || name.startsWith(`${one}/`));

/** The end of a path is enough: `rules.ts` for `state-machines/sitting/rules.ts`. */
function isThere(name: string): boolean {
  const path = name.replace(/\/$/, '');
  return (
    existsSync(join(ROOT, path)) ||
    /^(?:dist|\.)\//.test(path) ||
    paths.some((one) => one.endsWith(`/${path}`))
  );
}

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names only files and folders that exist', () => {
    const names = named(text).filter((name) => FILE.test(name) || FOLDER.test(name));
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, to = '']) => to);
    expect(links.filter((to) => !existsSync(join(ROOT, dirname(document), to)))).toEqual([]);
  });
});

describe('code', () => {
  const sources = paths.filter((path) => /\.(?:tsx?|mjs|css|sh|sql|ya?ml|conf|cfg)$/.test(path));

  it('names only documents that exist', () => {
    const gone = sources.flatMap((source) =>
      [...read(source).matchAll(/[\w./-]*[\w-]\.md\b/g)]
        .map(([name]) => name.replace(/^[./]+/, ''))
        .filter((name) => !isThere(name))
        .map((name) => `${source}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('is found by this test, including code that names documents', () => {
    expect(sources).toEqual(
      expect.arrayContaining(['playwright.config.ts', 'db/schema/sittings.ts']),
    );
    expect(sources.filter((source) => read(source).includes('SPEC.md'))).not.toEqual([]);
  });
});

it('the documents, and the files in them, are found by this test', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/ARCHITECTURE.md']));
  expect(filesIn(read('docs/ARCHITECTURE.md')).length).toBeGreaterThan(80);
});

/** Id and level of each requirement in the standard. The standard's text is under another licence and left out. */
const wanted = read('tests/fixtures/asvs-5.0.0-levels-1-and-2.txt').trim().split('\n');

const rows = [
  ...read('docs/ASVS.md').matchAll(
    /^\| (V\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
  ),
].map(([, id = '', level = '', words = '', verdict = '', basis = '']) => ({
  ...{ id, level, words, verdict, basis },
}));

describe('the table of requirements', () => {
  it('has each of levels 1 and 2 exactly once, in order', () => {
    expect(wanted).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted);
  });

  it.each(rows)('$id has a verdict and a basis', ({ verdict, basis }) => {
    expect(['met', 'not met', 'n/a']).toContain(verdict);
    expect(basis.length).toBeGreaterThan(5);
    // For a requirement that is met, the basis names a file.
    if (verdict === 'met') expect(filesIn(basis)).not.toEqual([]);
  });

  it('is counted correctly at the top of the document', () => {
    const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    expect(read('docs/ASVS.md')).toContain(
      `${count('met')} met, ${count('not met')} not met, ${count('n/a')} not applicable`,
    );
  });
});
