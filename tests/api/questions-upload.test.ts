// Uploading question files into the bank.
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { removeCutOffImports } from '#api/services/questions/import-questions.ts';
import { type ImportLine, importLineSchema } from '#contract/desk/questions.ts';
import { addQuestions, beginImport, bumpBankVersion } from '#db/queries/bank.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { columns, hostileSheets } from '#tests/support/make-hostile-sheets.ts';
import { makeWorkbook } from '#tests/support/make-workbook.ts';
import { databaseOn } from '#tests/support/test-database.ts';
import { listen } from './gateway-servers.ts';
import { bank, bankFile, row, upload, uploadWell, workbook } from './uploading.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(await databaseOn('Postgres'));
});
afterAll(() => api.close());
/** Cheaper than a new database for each test. */
async function emptyBank() {
  const { db } = api.deps;
  await db.rows('truncate questions, question_revisions, imports cascade', []);
  await bumpBankVersion(db.orm);
}
beforeEach(async () => {
  api.clock.now = START;
  await emptyBank();
});

/** Only the text of their cells is hostile, and it is stored as text, so all their rows are accepted. */
const soundSheets = [
  'links_dde_external.xlsx',
  'names_prototype.xlsx',
  'cells_injection.xlsx',
  'macro_named.xlsx',
];

const count = async (table: 'questions' | 'question_revisions' | 'imports', { deps } = api) =>
  z
    .tuple([z.object({ count: z.int() })])
    .parse(await deps.db.rows(`select count(*)::int as count from ${table}`, []))[0].count;

test('a file of sound rows is stored in the bank as it reads', async () => {
  const report = await uploadWell(api, workbook([row('First?'), row('Second?', 'Maths', '3')]));
  expect(report).toEqual({
    format: 'workbook',
    inserted: 2,
    duplicates: 0,
    inBank: 0,
    refused: 0,
    warned: 0,
    errors: [],
    warnings: [],
    repeats: [],
    types: [
      { type: 'Maths', count: 1 },
      { type: 'Reasoning', count: 1 },
    ],
    samples: [
      {
        sheet: 'Sheet1',
        row: 2,
        Questions: 'First?',
        OptionOne: 'red',
        OptionTwo: 'green',
        OptionThree: 'blue',
        OptionFour: 'white',
        CorrectAnswer: 'OptionTwo',
        Weightage: 2,
        Negative: 0.25,
        Type: 'Reasoning',
      },
      expect.objectContaining({ row: 3, CorrectAnswer: 'OptionThree', Type: 'Maths' }),
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

test('one bad row keeps the whole file out, and is named; partial=1 takes the other rows', async () => {
  const file = workbook([row('First?'), row('Second?', 'Reasoning', 'E'), row('Third?')]);
  const refused = await uploadWell(api, file);
  expect(refused).toMatchObject({
    inserted: 0,
    errors: [{ sheet: 'Sheet1', row: 3, column: 'CorrectAnswer', cell: 'F3' }],
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

test('a dry run reports the same as the upload and writes nothing', async () => {
  const file = await bankFile('open_2000.xlsx');
  const dry = await uploadWell(api, file, '?dryRun=1');
  expect([await count('questions'), await count('imports')]).toEqual([0, 0]);
  expect(await uploadWell(api, file)).toEqual(dry);
  expect((await bank(api)).total).toBe(dry.inserted);
});

test('a question already in the bank is reported and not inserted again, whatever its white space and option order', async () => {
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
    inBank: 1,
    repeats: [
      {
        sheet: 'Sheet1',
        row: 2,
        column: 'Questions',
        message: 'This question is already in the bank.',
      },
    ],
    types: [{ type: 'Reasoning', count: 1 }],
  });
});

test('a question already in the bank with another right answer or other marks is reported, and the bank stays unchanged', async () => {
  await uploadWell(api, workbook([row('Which colour?'), row('Which of two?')]));
  const marked = row('Which of two?').with(6, 4);
  const again = await uploadWell(
    api,
    workbook([row('Which colour?', 'Reasoning', 'OptionOne'), marked]),
  );
  expect(again.repeats.map(({ message }) => message)).toEqual([
    'This question is already in the bank, with another right answer: "green". Nothing was changed there. Please check which is right.',
    'This question is already in the bank, with other marks. Nothing was changed there.',
  ]);
  expect((await bank(api)).rows).toMatchObject([
    { CorrectAnswer: 'OptionTwo', Weightage: 2 },
    { CorrectAnswer: 'OptionTwo', Weightage: 2 },
  ]);
});

test('the downloaded workbook can be uploaded again, and gives the same questions', async () => {
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
  await emptyBank();
  expect(await uploadWell(api, bytes)).toMatchObject({
    inserted: total,
    duplicates: 0,
    errors: [],
  });
  const bare = (list: typeof rows) => list.map(({ _id, version, ...said }) => said);
  expect(bare((await bank(api)).rows)).toEqual(bare(rows));
});

test('the template is a readable workbook that only lacks questions', async () => {
  const template = await api.fetch('questions/template', { token: api.adminToken });
  const answer = await upload(api, new Uint8Array(await template.arrayBuffer()));
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'file-refused', error: 'There are no questions below the column names.' },
  });
});

test('the sample is accepted without warnings', async () => {
  const sample = await api.fetch('questions/sample', { token: api.adminToken });
  const bytes = new Uint8Array(await sample.arrayBuffer());
  expect(await uploadWell(api, bytes, '?dryRun=1')).toMatchObject({
    refused: 0,
    warned: 0,
    types: expect.arrayContaining([
      { type: 'English', count: 10 },
      { type: 'Aptitude', count: 10 },
    ]),
  });
});

test('a file of another kind is refused for its kind, an empty one or one without columns with a sentence', async () => {
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

test('a file of more than ten megabytes is refused before it is read', async () => {
  expect(await upload(api, new Uint8Array(11 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 'too-large' },
  });
});

test('only the administrator can upload, and a file must be chosen', async () => {
  const { token } = await api.makeCandidate();
  expect((await upload(api, workbook([row('First?')]), { token })).status).toBe(403);
  expect(
    await api.request('questions/upload', { token: api.adminToken, form: new FormData() }),
  ).toMatchObject({ status: 422, body: { fields: { file: 'Please choose a file.' } } });
});

test('two files at once are both refused, so that neither is silently lost', async () => {
  const form = new FormData();
  for (const name of ['one', 'two'])
    form.append('file', new File([new Uint8Array(workbook([row(name)]))], `${name}.xlsx`));
  expect(
    await api.request('questions/upload?dryRun=1', { token: api.adminToken, form }),
  ).toMatchObject({ status: 422, body: { fields: { file: 'Please send one file at a time.' } } });
});

test('a form with more parts than any screen sends is refused before it is parsed', async () => {
  const send = (type: string, body: string) =>
    api.request('questions/upload?dryRun=1', {
      method: 'POST',
      token: api.adminToken,
      headers: { 'content-type': type },
      body,
    });
  const part = '--B\r\nContent-Disposition: form-data; name="x"; filename="a"\r\n\r\n\r\n';
  expect(
    await send('multipart/form-data; boundary=B', `${part.repeat(600)}--B--\r\n`),
  ).toMatchObject({ status: 400, body: { code: 'unreadable' } });
  expect(
    await send('multipart/form-data; boundary="B"', `${part.repeat(400)}--B--\r\n`),
  ).toMatchObject({ status: 422, body: { fields: { file: 'Please choose a file.' } } });
  expect(await send('application/x-www-form-urlencoded', '&a=b'.repeat(400_000))).toMatchObject({
    status: 413,
  });
});

test('a second import at the same time is told to wait', async () => {
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

const formatFile = (name: string) =>
  readFileSync(new URL(`../fixtures/question-files/formats/${name}`, import.meta.url));

test('GIFT and Moodle XML go into the bank like a workbook, and questions of one are recognised in the other', async () => {
  expect(await uploadWell(api, formatFile('same20.gift.txt'), '', 'a.gift')).toMatchObject({
    format: 'gift',
    inserted: 20,
    types: [
      { type: 'Aptitude', count: 6 },
      { type: 'Domain', count: 5 },
      { type: 'English', count: 4 },
      { type: 'Reasoning', count: 5 },
    ],
  });
  expect(await uploadWell(api, formatFile('same20.moodle.xml'), '', 'a.xml')).toMatchObject({
    format: 'moodle-xml',
    inserted: 0,
    duplicates: 20,
    inBank: 20,
    samples: [],
  });
});

// A file with too many rows takes as long as all others together; three tests of edge-api/question-files/ refuse it.
const refusedSheets = Object.keys(hostileSheets).filter(
  (name) => !soundSheets.includes(name) && name !== 'rows_200000.xlsx',
);

test('every hostile file is refused with a sentence and leaves nothing behind', async () => {
  for (const name of refusedSheets) {
    const answer = await upload(api, hostileSheets[name]?.() ?? new Uint8Array(), { name });
    expect([name, [413, 415, 422].includes(answer.status)]).toEqual([name, true]);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^[A-Z].*\.$/) });
  }
  expect([
    await count('questions'),
    await count('question_revisions'),
    await count('imports'),
  ]).toEqual([0, 0, 0]);
});

test('a report names every refused row', async () => {
  const rows = Array.from({ length: 510 }, (_, at) => row(`Question ${at}?`, 'Maths', 'E'));
  const report = await uploadWell(api, workbook([...rows, row('Sound?')]), '?dryRun=1');
  expect([report.refused, report.errors.length]).toEqual([510, 510]);
  expect(report.samples.map(({ Questions }) => Questions)).toEqual(['Sound?']);
});

/** Uploads over a real connection, with an answer that comes line by line. */
async function uploadInLines(bytes: Uint8Array, query: string, signal?: AbortSignal) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'questions.dat'));
  const base = `${await listen((request) => api.app.fetch(request))}/api/v1`;
  const answer = await fetch(`${base}/questions/upload${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.adminToken}`, accept: 'application/x-ndjson' },
    body: form,
    ...(signal && { signal }),
  });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  if (!answer.body) throw new Error('no body');
  return answer.body.pipeThrough(new TextDecoderStream());
}

async function* linesOf(body: ReadableStream<string>): AsyncGenerator<ImportLine> {
  let waiting = '';
  for await (const piece of body) {
    const lines = (waiting + piece).split('\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) yield importLineSchema.parse(JSON.parse(line));
  }
  expect(waiting).toBe('');
}

test('an upload answered line by line reports its progress and every note, and ends with the same report', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) =>
    row(`Question ${at}?`, 'Maths', 'ABCD'[at % 4]),
  );
  const bad = Array.from({ length: 600 }, (_, at) => row(`Bad ${at}?`, 'Maths', 'E'));
  const file = workbook([...rows, ...bad]);
  const dry = await uploadWell(api, file, '?dryRun=1');
  const lines: ImportLine[] = [];
  for await (const line of linesOf(await uploadInLines(file, '?partial=1'))) lines.push(line);
  // Every refused row was already named in an earlier line.
  const firstErrors = dry.errors.slice(0, 500);
  expect(lines.at(-1)).toEqual({
    is: 'report',
    report: { ...dry, inserted: 1_200, errors: firstErrors },
  });
  const told = lines.filter((line) => line.is === 'progress');
  expect(told.map(({ stage, rows: done, of }) => [stage, done, of])).toEqual(
    expect.arrayContaining([
      ['reading', 500, null],
      ['comparing', 1_200, 1_200],
      ['storing', 1_200, 1_200],
    ]),
  );
  const errors = lines.filter((line) => line.is === 'notes').flatMap(({ notes }) => notes);
  expect(errors.length).toBe(600);
});

test('a refused upload answered line by line ends with the problem', async () => {
  const lines: ImportLine[] = [];
  const notAFile = new TextEncoder().encode('a letter');
  for await (const line of linesOf(await uploadInLines(notAFile, ''))) lines.push(line);
  expect(lines).toMatchObject([{ is: 'problem', problem: { code: 'wrong-file-kind' } }]);
});

test('an administrator who disconnects in the middle of an import leaves nothing behind', async () => {
  const stop = new AbortController();
  const body = await uploadInLines(await bankFile('open_2000.xlsx'), '', stop.signal);
  const reading = (async () => {
    for await (const line of linesOf(body)) {
      if (line.is === 'progress' && line.stage === 'storing' && line.rows > 300) stop.abort();
    }
  })();
  await expect(reading).rejects.toThrow();
  await expect.poll(async () => [await count('questions'), await count('imports')]).toEqual([0, 0]);
  expect(await uploadWell(api, workbook([row('First?')]))).toMatchObject({ inserted: 1 });
});

/** Leaves the bank as a server does that dies in the middle of an import. */
async function leaveCutOff(rows: number, { deps: { db }, clock } = api) {
  await beginImport(db, clock.now, { id: 'cut', fileName: 'x', actor: 'SuperAdmin' });
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
  expect(await addQuestions(db, clock.now, 'cut', many)).toBe(true);
}

test('nobody sees anything of an import that was cut off', async () => {
  await leaveCutOff(200);
  expect((await bank(api)).total).toBe(0);
  expect(await api.request('exams/question-types', { token: api.adminToken })).toMatchObject({
    body: [],
  });
  expect(await api.request('questions/download', { token: api.adminToken })).toMatchObject({
    status: 200,
  });
});

test('a cut-off import is removed at the server’s start, or beside other servers once it is silent for two minutes', async () => {
  const alone = await startApi();
  for (const own of [alone, api]) {
    await leaveCutOff(600, own);
    if (own !== alone) {
      expect(await removeCutOffImports(own.deps)).toBe(0);
      own.clock.now += 120_000;
    }
    expect(await removeCutOffImports(own.deps)).toBe(1);
    expect([
      await count('questions', own),
      await count('question_revisions', own),
      await count('imports', own),
    ]).toEqual([0, 0, 0]);
    expect(await removeCutOffImports(own.deps)).toBe(0);
  }
  await alone.close();
});

test('an import silent for two minutes gives way to the next one, and can’t write any more', async () => {
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

/** Looks once for this many lines of an import of 20,000 rows; looking at every line would double the cost. */
const LINES_A_LOOK = 4;

test('others are still answered while 20,000 rows go in, and see the bank change only once', async () => {
  // Over a real connection, because in-process requests would never let the event loop turn.
  const base = `${await listen((request) => api.app.fetch(request))}/api/v1`;
  const headers = { authorization: `Bearer ${api.adminToken}` };
  const seen = new Set<number>();
  const stored = new Set<number>();
  let answered = 0;
  const look = async () => {
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
  };
  let told = 0;
  let inserted = 0;
  for await (const line of linesOf(await uploadInLines(await bankFile('open_20000.xlsx'), ''))) {
    if (line.is === 'report') inserted = line.report.inserted;
    else if (told++ % LINES_A_LOOK === 0) await look();
  }
  expect(inserted).toBe(20_000 - 41);
  expect(answered).toBeGreaterThan(50);
  // The rows were seen at many stages of being written, so no look had to wait for the whole import.
  expect(stored.size).toBeGreaterThan(20);
  expect([...seen].filter((total) => total !== 0 && total !== inserted)).toEqual([]);
  expect((await bank(api, 'pageSize=1')).total).toBe(inserted);
});

test('a file is accepted whatever characters its name has', async () => {
  const body = new FormData();
  body.append(
    'file',
    new File([new Uint8Array(workbook([row('Named?')]))], 'bank\u0000\u{1f600}.xlsx'),
  );
  const answer = await api.request('questions/upload', { token: api.adminToken, form: body });
  expect(answer).toMatchObject({ status: 200, body: { inserted: 1 } });
});

test('a sheet name with a character that no database holds gives a Type without it', async () => {
  const rows = [columns.slice(0, 8), row('Which sheet?').slice(0, 8)];
  const report = await uploadWell(api, makeWorkbook([{ name: 'Apt\u0000', rows }]));
  expect(report).toMatchObject({ inserted: 1, types: [{ type: 'Apt', count: 1 }] });
});

test('a file that isn’t read within a minute is refused with that reason, and others are answered meanwhile', async () => {
  const file = await bankFile('open_20000.xlsx');
  let elapse: (() => void) | undefined;
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => {
    // Other timers are set too, by the driver and by the sessions.
    if (ms === 60_000) elapse = act;
    return setTimeout(act, ms);
  });
  try {
    let isAnswered = false;
    const answer = upload(api, file, { query: '?dryRun=1' }).finally(() => {
      isAnswered = true;
    });
    for (; !elapse; await setImmediate());
    expect([(await bank(api)).total, isAnswered]).toEqual([0, false]);
    elapse();
    expect(await answer).toMatchObject({
      status: 422,
      body: {
        code: 'file-refused',
        error: 'This file takes too long to read. Please split it into smaller files.',
      },
    });
  } finally {
    vi.unstubAllGlobals();
  }
  expect(await uploadWell(api, workbook([row('First?')]))).toMatchObject({ inserted: 1 });
});
