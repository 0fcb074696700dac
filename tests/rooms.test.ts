/** The table of allowed imports (.dependency-cruiser.mjs) is followed, and refuses forbidden imports. `npm run deps` checks only the former. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['state-machines', 'seals', 'db', 'edge-api', 'web', 'tests'];

async function cruiseTree(baseDir: string): Promise<ICruiseResult> {
  const options = await extractOptions(join(ROOT, '.dependency-cruiser.mjs'));
  const { output } = await cruise(ROOMS, { ...options, baseDir });
  if (typeof output === 'string') throw new Error(`Not a result: ${output}`);
  return output;
}

/** Each line plants one import; `!` marks those that must be refused. */
const PLANTED = [
  '  state-machines/contract/a.ts       -> #contract/leaf.ts',
  '! state-machines/contract/a.ts       -> #machines/sitting/leaf.ts',
  '! state-machines/contract/a.ts       -> node:fs',
  '  state-machines/sitting/a.ts        -> #contract/leaf.ts',
  '! state-machines/sitting/a.ts        -> #db/leaf.ts',
  '! state-machines/sitting/a.ts        -> #web/shared/leaf.ts',
  '  seals/a.ts                         -> #machines/sitting/leaf.ts',
  '! seals/a.ts                         -> node:crypto',
  '! seals/a.ts                         -> #api/services/leaf.ts',
  '! state-machines/sitting/a.ts        -> #seals/leaf.ts',
  '  db/a.ts                            -> #contract/leaf.ts',
  '! db/a.ts                            -> #api/services/leaf.ts',
  '  edge-api/routes/a.ts               -> #api/services/leaf.ts',
  '! edge-api/routes/a.ts               -> #db/leaf.ts',
  '! edge-api/routes/a.ts               -> #api/gateways/leaf.ts',
  '  edge-api/services/a.ts             -> #db/leaf.ts',
  '! edge-api/services/a.ts             -> #api/routes/leaf.ts',
  '! edge-api/services/a.ts             -> #web/shared/leaf.ts',
  '  edge-api/services/a.ts             -> #api/question-files/leaf.ts',
  '  edge-api/question-files/a.ts       -> #contract/leaf.ts',
  '! edge-api/question-files/a.ts       -> #api/services/leaf.ts',
  '! edge-api/question-files/a.ts       -> #db/leaf.ts',
  '! edge-api/gateways/a.ts             -> #api/services/leaf.ts',
  '  web/src/shared/a.ts                -> #contract/leaf.ts',
  '  web/src/shared/a.tsx               -> #web/ui/leaf.tsx',
  '! web/src/shared/a.ts                -> #web/desk/leaf.tsx',
  '! web/src/ui/a.tsx                   -> #web/shared/leaf.ts',
  '! web/src/ui/a.tsx                   -> #contract/leaf.ts',
  '! web/src/exam/local-db/a.ts         -> #machines/sitting/leaf.ts',
  '  web/src/exam/sync/a.ts             -> #web/exam/local-db/leaf.ts',
  '! web/src/exam/sync/a.ts             -> #web/ui/leaf.tsx',
  '  web/src/exam/screens/a.tsx         -> #web/exam/sync/leaf.ts',
  '! web/src/exam/screens/a.tsx         -> #web/candidate/results/leaf.tsx',
  '  web/src/candidate/payments/a.tsx   -> #web/candidate/results/leaf.tsx',
  '! web/src/candidate/results/a.tsx    -> #web/exam/sync/leaf.ts',
  '! web/src/candidate/payments/a.tsx   -> #web/app/leaf.tsx',
  '! web/src/site/a.tsx                 -> #web/candidate/results/leaf.tsx',
  '! web/src/proctor/a.tsx              -> #web/desk/leaf.tsx',
  '! web/src/desk/a.tsx                 -> #web/proctor/leaf.tsx',
  '! web/src/desk/a.tsx                 -> #db/leaf.ts',
  '! web/src/desk/a.tsx                 -> #api/services/leaf.ts',
  '  web/src/app/a.tsx                  -> #web/candidate/results/leaf.tsx',
  '! web/src/app/a.tsx                  -> #db/leaf.ts',
  '! web/src/app/a.tsx                  -> #tests/support/leaf.ts',
  '! db/a.ts                            -> ./leaf.test.ts',
  '  db/a.test.ts                       -> #api/services/leaf.ts',
  '  tests/support/a.ts                 -> #web/app/leaf.tsx',
].map((line) => {
  const [, mark = '', from = '', to = ''] = /^(.) (\S+)\s+-> (\S+)$/.exec(line) ?? [];
  return { from, to, refused: mark === '!' };
});

/** The path that a subpath import stands for, by package.json. */
function target(specifier: string, from: string): string {
  if (specifier.startsWith('./')) return join(dirname(from), specifier);
  for (const [pattern, path] of Object.entries(packageJson.imports)) {
    const prefix = pattern.slice(0, -1);
    if (specifier.startsWith(prefix))
      return join(path.replace('*', specifier.slice(prefix.length)));
  }
  return specifier.replace('node:', '');
}

describe('the import table on planted files', () => {
  let tree = '';
  let found: ICruiseResult;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'pariksha-rooms-'));
    const put = async (path: string, text: string) => {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), text);
    };
    await put('package.json', JSON.stringify({ type: 'module', imports: packageJson.imports }));
    const sources = new Map<string, string>();
    for (const { from, to } of PLANTED) {
      const jsx = from.endsWith('x') ? 'export const Shown = () => <p className="jsx" />;\n' : '';
      sources.set(from, `import '${to}';\n${sources.get(from) ?? jsx}`);
      if (!to.startsWith('node:')) await put(target(to, from), 'export const leaf = 1;\n');
    }
    for (const [path, text] of sources) await put(path, text);
    found = await cruiseTree(tree);
  });
  afterAll(() => rm(tree, { recursive: true }));

  it.each(PLANTED)('$from -> $to (refused: $refused)', ({ from, to, refused }) => {
    const asked = found.modules.find((module) => module.source === from)?.dependencies ?? [];
    expect(asked.map((dependency) => dependency.resolved)).toContain(target(to, from));
    const violations = found.summary.violations.filter(
      (violation) =>
        violation.from === from &&
        violation.to === target(to, from) &&
        violation.rule.name === 'not-in-allowed',
    );
    expect(violations.map((violation) => violation.rule.severity)).toEqual(
      refused ? ['error'] : [],
    );
  });

  it('refuses two files that import each other', async () => {
    await writeFile(join(tree, 'db/one.ts'), `import './two.ts';\n`);
    await writeFile(join(tree, 'db/two.ts'), `import './one.ts';\n`);
    const { summary } = await cruiseTree(tree);
    const circles = summary.violations.filter(({ rule }) => rule.name === 'no-circular');
    expect(circles.map(({ from }) => from)).toContain('db/one.ts');
  });
});

describe('the import table on this repository', () => {
  it('is followed by the files of every room, JSX included', async () => {
    const { modules, summary } = await cruiseTree(ROOT);
    const broken = summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
    expect(broken).toEqual([]);
    for (const room of ROOMS) {
      const read = modules.filter(({ source }) => source.startsWith(`${room}/`));
      expect(read.length, room).toBeGreaterThan(0);
    }
    const components = modules.filter(({ source }) => source.endsWith('.tsx'));
    expect(components.some(({ dependencies }) => dependencies.length > 0)).toBe(true);
  });
});
