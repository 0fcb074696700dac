import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Brand, brandSchema } from '#contract/desk/settings.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { listedExam } from '#tests/support/listed-exam.ts';
import { brand } from '#web/brand.ts';
import { shownPages } from './shown-pages.ts';

const START = Date.parse('2026-11-22T04:30:00.000Z');

let folder = '';
const world = {
  exams: [] as Exam[],
  brand: null as Brand | null,
  now: 0,
  fails: false,
  failures: [] as unknown[],
};
let pageAt: Awaited<ReturnType<typeof shownPages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pariksha-shown-'));
  await mkdir(join(folder, '.vite/shown'), { recursive: true });
  // The build's renderer is tested in a browser. This stand-in writes into the page how often it was called, and with which exams.
  await writeFile(
    join(folder, '.vite/shown/render-page.mjs'),
    `let times = 0;
     export const renderer = { renderReady: async (path, origin, { brand, exams: { at, exams } = { exams: [] } }) => {
       if (exams.some(({ name }) => name === 'unrenderable')) throw new Error('cannot be rendered');
       const said = '<meta name="at" content="' + at + '"/>' + (brand ? '<title>' + brand.name + '</title>' : '');
       return { said, body: ++times + ': $& ' + exams.map(({ name }) => name) };
     } };`,
  );
  for (const name of ['results', 'index'])
    await writeFile(
      join(folder, `.vite/shown/${name}.html`),
      `<head><!--said--><link rel="canonical" href="https://here.invalid/${name}"></head><div id="root"><!--body--></div>`,
    );
  await writeFile(
    join(folder, 'manifest.webmanifest'),
    '{"name":"Built","short_name":"Built","icons":[],"screenshots":["of Built"]}',
  );
  pageAt = await shownPages(
    folder,
    'https://exams.example',
    {
      origin: 'https://here.invalid',
      ready: ['/results', '/'],
      shown: ['/results'],
      script: 'sha256-x',
    },
    {
      readExams: async () => {
        if (world.fails) throw new Error('the database is away');
        return world.exams;
      },
      readBrand: async () => world.brand,
      now: () => world.now,
      onFailure: (error) => world.failures.push(error),
    },
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function read(path = '/results'): Promise<string | null> {
  const body = (await pageAt(path))?.variants.get('identity')?.().body;
  return body ? Buffer.from(body).toString() : null;
}

it('renders a page again when the exams change, or when one begins or is over for everyone, but not for each visitor', async () => {
  world.now = START - 1;
  world.exams = [listedExam('One', new Date(START).toISOString())];
  const first = await read();
  expect(first).toContain('<div id="root">1: $& One</div>');
  expect(first).toContain(`<meta name="at" content="${START - 1}"/><link`);
  expect(first).toContain('href="https://exams.example/results"');
  expect(await read()).toBe(first);
  world.now = START;
  expect(await read()).toContain('2: $& One');
  world.now += 86_400_000;
  expect(await read()).toContain('2: $& One');
  world.exams = [...world.exams, listedExam('Two', '2026-10-01T04:30:00.000Z')];
  expect(await Promise.all([read(), read()])).toEqual([
    expect.stringContaining('3: $& One,Two'),
    expect.stringContaining('3: $& One,Two'),
  ]);
  const starts = new Date(world.now).toISOString();
  world.exams = [listedExam('Shift', starts, { start: 'together' })];
  expect(await read()).toContain('4: $& Shift');
  world.now += 60 * 60_000 - 1;
  expect(await read()).toContain('4: $& Shift');
  world.now += 1;
  expect(await read()).toContain('5: $& Shift');
});

it('serves the built page where none shows exams or rendering fails, reports the failure, and renders the next one', async () => {
  expect(await read('/process')).toBeNull();
  world.fails = true;
  expect(await read()).toBeNull();
  world.fails = false;
  world.exams = [listedExam('unrenderable', '2026-10-01T04:30:00.000Z')];
  expect(await read()).toBeNull();
  expect(world.failures.map(String)).toEqual([
    'Error: the database is away',
    'Error: cannot be rendered',
  ]);
  world.exams = [listedExam('Three', '2026-10-01T04:30:00.000Z')];
  expect(await read()).toContain('Three');
});

it('renders every page once the office has set its own name, from the next visitor on, and serves the built pages again after that', async () => {
  const own = brandSchema.parse({ ...brand, address: [...brand.address], name: 'Kaveri Careers' });
  world.exams = [];
  expect(await read('/')).toBeNull();
  world.brand = own;
  await read('/');
  expect(await read('/')).toContain('<title>Kaveri Careers</title>');
  expect(await read('/')).toContain('href="https://exams.example/index"');
  expect(await read('/results')).toContain('<title>Kaveri Careers</title>');
  world.brand = null;
  await read('/');
  expect(await read('/')).toBeNull();
});

it('gives the installed app the office’s own name, without icons or screenshots that show another name', async () => {
  expect(await read('/manifest.webmanifest')).toBeNull();
  const own = brandSchema.parse({ ...brand, address: [...brand.address] });
  world.brand = { ...own, name: 'Godavari Recruitment Board', line: 'Exams' };
  await read('/manifest.webmanifest'); // The visitor after this one sees a new name.
  expect(JSON.parse((await read('/manifest.webmanifest')) ?? '')).toEqual({
    ...{ name: 'Godavari Recruitment Board', short_name: 'Godavari', description: 'Exams' },
    icons: [],
  });
  world.brand = { ...world.brand, name: 'Nandi Exams' };
  await read('/manifest.webmanifest');
  expect(await read('/manifest.webmanifest')).toContain('"short_name":"Nandi Exams"');
  expect((await pageAt('/manifest.webmanifest'))?.type).toContain('application/manifest+json');
  expect((await pageAt('/'))?.type).toContain('text/html');
  world.brand = null;
});
