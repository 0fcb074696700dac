// Question files on their way into the bank (decisions.md section 7).
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { removeCutOffImports } from '#api/services/questions/import-questions.ts';
import { importReportSchema } from '#contract/questions.ts';
import { addQuestions, beginImport } from '#db/queries/imports.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeWorkbook } from '#tests/support/make-workbook.ts';
import { listen } from './gateway-servers.ts';
import { bank, bankFile, row, upload, uploadWell, workbook } from './uploading.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const count = async (table: 'questions' | 'question_revisions' | 'imports') =>
  z
    .tuple([z.object({ count: z.int() })])
    .parse(await api.deps.db.rows(`select count(*)::int as count from ${table}`, []))[0].count;

test('a file of sound rows is in the bank as it says', async () => {
  const report = await uploadWell(api, workbook([row('First?'), row('Second?', 'Maths', '3')]));
  expect(report).toEqual({
    inserted: 2,
    duplicates: 0,
    errors: [],
    warnings: [],
    types: [
      { type: 'Maths', count: 1 },
      { type: 'Reasoning', count: 1 },
    ],
  });
  expect((await bank(api)).rows).toMatchObject([
    {
      Questions: 'First?',
      OptionTwo: 'green',
      CorrectAnswer: 'OptionTwo',
      Weightage: 2,
      Negative: 0.25,
      Type: 'Reasoning',
    },
    { Questions: 'Second?', CorrectAnswer: 'OptionThree', Type: 'Maths' },
  ]);
});

test('one bad row keeps the whole file out, and is named; partial=1 takes the others', async () => {
  const file = workbook([row('First?'), row('Second?', 'Reasoning', 'E'), row('Third?')]);
  const refused = await uploadWell(api, file);
  expect(refused).toMatchObject({
    inserted: 0,
    errors: [{ sheet: 'Sheet1', row: 3, column: 'CorrectAnswer' }],
  });
  expect([
    await count('questions'),
    await count('question_revisions'),
    await count('imports'),
  ]).toEqual([0, 0, 0]);
  expect(await uploadWell(api, file, '?partial=1')).toMatchObject({
    inserted: 2,
    errors: refused.errors,
  });
  expect((await bank(api)).total).toBe(2);
});

test('a dry run reports the same and writes nothing', async () => {
  const file = await bankFile('open_2000.xlsx');
  const dry = await uploadWell(api, file, '?dryRun=1');
  expect([await count('questions'), await count('imports')]).toEqual([0, 0]);
  expect(await uploadWell(api, file)).toEqual(dry);
  expect((await bank(api)).total).toBe(dry.inserted);
});

test('what the bank holds already is reported and not inserted, whatever its white space and option order', async () => {
  await uploadWell(api, workbook([row('Which  colour?')]));
  const [first, second, third, fourth, fifth, , ...rest] = row('Which colour?', ' reasoning');
  const again = [
    first ?? '',
    fifth ?? '',
    fourth ?? '',
    third ?? '',
    second ?? '',
    'OptionThree',
    ...rest,
  ];
  expect(await uploadWell(api, workbook([again, row('Another?', 'REASONING')]))).toMatchObject({
    inserted: 1,
    duplicates: 1,
    warnings: expect.arrayContaining([
      {
        sheet: 'Sheet1',
        row: 2,
        column: 'Questions',
        message: 'This question is in the bank already.',
      },
    ]),
    types: [{ type: 'Reasoning', count: 1 }],
  });
});

test('the download uploads again unchanged', async () => {
  await uploadWell(api, await bankFile('open_2000.xlsx'));
  const download = await api.fetch('questions/download', { token: api.adminToken });
  expect(download.headers.get('content-disposition')).toBe(
    `attachment; filename="questions.xlsx"; filename*=UTF-8''questions.xlsx`,
  );
  const bytes = new Uint8Array(await download.arrayBuffer());
  const { total, rows } = await bank(api);
  expect(await uploadWell(api, bytes)).toMatchObject({
    inserted: 0,
    duplicates: total,
    errors: [],
  });
  const fresh = await startApi();
  try {
    expect(await uploadWell(fresh, bytes)).toMatchObject({
      inserted: total,
      duplicates: 0,
      errors: [],
    });
    const bare = (list: typeof rows) => list.map(({ _id, version, ...said }) => said);
    expect(bare((await bank(fresh)).rows)).toEqual(bare(rows));
  } finally {
    await fresh.close();
  }
});

test('the template is a workbook that asks for questions', async () => {
  const template = await api.fetch('questions/template', { token: api.adminToken });
  const answer = await upload(api, new Uint8Array(await template.arrayBuffer()));
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'file-refused', error: 'There are no questions below the column names.' },
  });
});

test('a file that is no workbook is refused by its kind, one without columns by the reader’s sentence', async () => {
  const text = new TextEncoder().encode('%PDF-1.7 \u0000 not a workbook');
  expect(await upload(api, text)).toMatchObject({
    status: 415,
    body: { code: 'wrong-file-kind', fields: { file: expect.any(String) } },
  });
  const sentence = expect.stringContaining('No row with the column names was found');
  expect(await upload(api, workbook([]).slice(0, 0))).toMatchObject({
    status: 422,
    body: { code: 'file-refused', error: 'This file is empty.' },
  });
  const bare = makeWorkbook([{ name: 'A', rows: [['x', 'y']] }]);
  expect(await upload(api, bare)).toMatchObject({
    status: 422,
    body: { code: 'file-refused', error: sentence, fields: { file: sentence } },
  });
});

test('more than ten megabytes are refused before they are read', async () => {
  expect(await upload(api, new Uint8Array(11 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 'too-large' },
  });
});

test('only the administrator uploads, and a file must be there', async () => {
  const { token } = await api.makeCandidate();
  expect((await upload(api, workbook([row('First?')]), { token })).status).toBe(403);
  expect(
    await api.request('questions/upload', { token: api.adminToken, form: new FormData() }),
  ).toMatchObject({ status: 422, body: { fields: { file: 'Please choose a file.' } } });
});

test('of two imports at once one is told to wait', async () => {
  expect(
    await beginImport(api.deps.db, api.clock.now, {
      id: 'other',
      fileName: 'x',
      actor: 'SuperAdmin',
    }),
  ).toBe(true);
  api.clock.now += 60_000;
  const answer = await upload(api, workbook([row('First?')]));
  expect(answer).toMatchObject({ status: 409, body: { code: 'import-under-way', retry: 'later' } });
  expect(answer.headers.get('retry-after')).toBe('60');
});

/** As a server that dies in the middle of an import leaves the bank. */
async function leaveCutOff(rows: number) {
  await beginImport(api.deps.db, api.clock.now, { id: 'cut', fileName: 'x', actor: 'SuperAdmin' });
  const question = {
    type: 'Maths',
    text: 'Cut?',
    options: ['1', '2', '3', '4'],
    correct: 0,
    weightage: 100,
    negative: 0,
  };
  const many = Array.from({ length: rows }, (_, position) => ({
    ...question,
    id: `cut${position}`,
    position,
    hash: `h${position}`,
  }));
  expect(await addQuestions(api.deps.db, api.clock.now, 'cut', many)).toBe(true);
}

test('of an import that was cut off nobody sees anything', async () => {
  await leaveCutOff(200);
  expect((await bank(api)).total).toBe(0);
  expect(await api.request('exams/question-types', { token: api.adminToken })).toMatchObject({
    body: [],
  });
  expect(await api.request('questions/download', { token: api.adminToken })).toMatchObject({
    status: 200,
  });
});

test('what a cut-off import left is gone after the server’s start', async () => {
  await leaveCutOff(600);
  expect(await removeCutOffImports(api.deps)).toBe(1);
  expect([
    await count('questions'),
    await count('question_revisions'),
    await count('imports'),
  ]).toEqual([0, 0, 0]);
  expect(await removeCutOffImports(api.deps)).toBe(0);
});

test('an import silent for two minutes gives way to the next one, and can write no more', async () => {
  await leaveCutOff(10);
  api.clock.now += 120_000;
  const late = {
    id: 'late',
    position: 0,
    type: 'Maths',
    text: 'Late?',
    options: ['1', '2', '3', '4'],
    correct: 0,
    weightage: 100,
    negative: 0,
    hash: 'late',
  };
  expect(await addQuestions(api.deps.db, api.clock.now, 'cut', [late])).toBe(false);
  expect(await uploadWell(api, workbook([row('First?')]))).toMatchObject({ inserted: 1 });
  expect([await count('questions'), await count('imports')]).toEqual([1, 1]);
});

test('others go on being answered while 20,000 rows go in, and see the bank change once', async () => {
  // Over a real connection: in-process requests would never let the event loop turn.
  const base = `${await listen((request) => api.app.fetch(request))}/api/v1`;
  const headers = { authorization: `Bearer ${api.adminToken}` };
  const form = new FormData();
  const bytes = await bankFile('open_20000.xlsx');
  form.append('file', new File([new Uint8Array(bytes)], 'open_20000.xlsx'));
  let over = false;
  const uploading = fetch(`${base}/questions/upload`, {
    method: 'POST',
    headers,
    body: form,
  }).finally(() => {
    over = true;
  });
  const seen = new Set<number>();
  const stored = new Set<number>();
  let answered = 0;
  while (!over) {
    const [time, exams, bankPage] = await Promise.all([
      fetch(`${base}/sync/time`),
      fetch(`${base}/exams`),
      fetch(`${base}/questions?pageSize=1`, { headers }),
    ]);
    expect([time.status, exams.status, bankPage.status]).toEqual([200, 200, 200]);
    await Promise.all([time, exams, bankPage].map((answer) => answer.text()));
    seen.add(Number(bankPage.headers.get('x-total-count')));
    stored.add(await count('questions'));
    answered += 2;
  }
  const { inserted } = importReportSchema.parse(await (await uploading).json());
  expect(inserted).toBe(20_000 - 41);
  expect(answered).toBeGreaterThan(50);
  // Seen from outside in many stages of being written: nobody waited for the whole of it.
  expect(stored.size).toBeGreaterThan(20);
  expect([...seen].filter((total) => total !== 0 && total !== inserted)).toEqual([]);
  expect((await bank(api, 'pageSize=1')).total).toBe(inserted);
}, 120_000);
