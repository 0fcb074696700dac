/**
 * The office's lists from a real standby. They say how old they are, include the caller's own changes, are never older than
 * allowed, and still work while the standby is away. The standby is never asked about a candidate's own exam.
 */
import { once } from 'node:events';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApp } from '#api/app.ts';
import type { Endpoint } from '#api/middleware/endpoint.ts';
import { Problem } from '#api/problem.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { lookAtReplica } from '#api/services/doctor/look-at-database.ts';
import { readLate } from '#api/services/replica/read-late.ts';
import { MOST_CONNECTIONS } from '#db/open-postgres.ts';
import { openReplica, type Pace, type Replica } from '#db/open-replica.ts';
import { ask } from '../api/fuzz/ask.ts';
import { readDocument } from '../api/fuzz/document.ts';
import { recipes } from '../api/fuzz/recipes.ts';
import { openWorld } from '../api/fuzz/world.ts';
import { row, workbook } from '../api/uploading.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { type Link, linkTo } from '../support/link.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
  startPostgresStandby,
} from '../support/postgres-cluster.ts';
import { createDatabase } from '../support/provision-postgres.ts';

const nameOf = ({ declaration }: Endpoint) => declaration.route;
const lagging = endpoints.filter(({ declaration }) => declaration.mayLag);

/** The endpoints whose lists the office only looks at and does not decide by, written here a second time by hand. */
const mayComeFromTheStandby = [
  'get /activity',
  'get /activity/export',
  'get /applications',
  'get /applications/export',
  'get /candidates',
  'get /candidates/export',
  'get /enquiries',
  'get /enquiries/export',
  'get /exams/:id/analysis',
  'get /exams/:id/analysis/export',
  'get /exams/:id/analysis/questions',
  'get /exams/:id/merit/export',
  'get /exams/:id/merit/places',
  'get /exams/by-exam/:id',
  'get /exams/by-exam/:id/export',
  'get /payments',
  'get /payments/export',
  'get /questions/download',
];

let primary: PostgresCluster;
let standby: PostgresCluster;
let link: Link;
async function replay(act: 'pause' | 'resume'): Promise<void> {
  const operator = new pg.Client({ connectionString: standby.url });
  await operator.connect();
  await operator.query(`select pg_wal_replay_${act}()`);
  await operator.end();
}

beforeAll(async () => {
  primary = await startPostgresCluster({ flushes: false });
  standby = await startPostgresStandby(primary.url, { flushes: false });
  link = await linkTo(Number(new URL(standby.url).port));
});
afterAll(async () => {
  link.close();
  await standby.stop();
  await primary.stop();
});

/** The address of the same database on the standby, through a link that can be cut. */
function onStandby(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = String(link.port);
  return url.href;
}

/** Advances by a millisecond at each call, and by what a test adds, so that no age depends on the machine. */
let time = 0;
const now = () => ++time;
/** Less than the time after which a standby counts as silent. */
const threeSecondsLater = () => {
  time += 3_000;
};
/** More than that time: the standby counts again only once it has answered a new question. */
const silentUntilHeardAgain = () => {
  time += 6_000;
};

type Places = { primaryUrl: string; readUrl: string; oldestSeconds: number };
const replicaOf = (
  databaseUrl: string,
  { patienceMs = 2_000, markWithinMs = 60_000, ...other }: Partial<Places & Pace> = {},
) =>
  openReplica(
    {
      primaryUrl: databaseUrl,
      readUrl: onStandby(databaseUrl),
      oldestSeconds: 3_600,
      ...other,
    },
    () => {},
    { now, askedEveryMs: 50, patienceMs, markWithinMs },
  );

/** The address of the database on the primary, through a link that can be cut. */
async function wiredPrimary(databaseUrl: string) {
  const wire = await linkTo(Number(new URL(primary.url).port));
  const url = new URL(databaseUrl);
  url.port = String(wire.port);
  return { wire, primaryUrl: url.href };
}

const opened: Replica[] = [];
async function office(databaseUrl: string, oldestSeconds: number): Promise<TestApi> {
  const api = await startApi({
    databaseUrl,
    replica: () => {
      const replica = replicaOf(databaseUrl, { oldestSeconds });
      opened.push(replica);
      return replica;
    },
  });
  return api;
}

describe('lists of the office with a standby', () => {
  let databaseUrl: string;
  let api: TestApi;
  let impatient: TestApi;

  beforeAll(async () => {
    databaseUrl = await createDatabase(primary.url);
    api = await office(databaseUrl, 3_600);
    impatient = await office(databaseUrl, 2);
  });
  beforeEach(async () => {
    link.mend();
    await replay('resume');
    // Connections that the mending has broken off must not count as recently heard.
    silentUntilHeardAgain();
    await expect.poll(() => ageOf(api)).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await Promise.all(opened.map((replica) => replica.close()));
    await api.close();
    await impatient.close();
  });

  test('come from the standby and say how old they are, even when the primary knows more', async () => {
    await replay('pause');
    const text = await visitorAsks(api);
    const shown = async () => {
      const answer = await enquiries(api);
      return [messages(answer).includes(text), age(answer) > 0];
    };
    await expect.poll(shown).toEqual([false, true]);
    threeSecondsLater();
    await expect.poll(() => ageOf(api)).toBeGreaterThan(3);
    await replay('resume');
    await expect.poll(shown).toEqual([true, true]);
  });

  test('come from the primary once the standby is older than allowed, and from the standby again later', async () => {
    await expect.poll(() => ageOf(impatient)).toBeGreaterThan(0);
    await replay('pause');
    const text = await visitorAsks(api);
    threeSecondsLater();
    const fresh = await enquiries(impatient);
    expect([messages(fresh).includes(text), age(fresh)]).toEqual([true, 0]);
    await replay('resume');
    await expect.poll(() => ageOf(impatient)).toBeGreaterThan(0);
  });

  test('show the caller’s own change at once, through whichever process; others may see it later', async () => {
    const text = await visitorAsks(api);
    await expect.poll(async () => messages(await enquiries(api))).toContain(text);
    const enquiry = rowsOf(await enquiries(api)).find((row) => row.message === text);
    const stateOf = (at: TestApi, cookie?: string) => stateShown(at, enquiry, cookie);
    await replay('pause');
    const changed = await close(api, enquiry);
    expect(changed.status).toBe(200);
    const cookie = cookieOf(changed);
    expect(changed.headers.get('set-cookie')).toMatch(
      /^changed=\d+; Max-Age=3600; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    expect(await stateOf(api, cookie)).toEqual(['closed', false]);
    expect(await stateOf(impatient, cookie)).toEqual(['closed', false]);
    await expect.poll(() => stateOf(api)).toEqual(['new', true]);
    await replay('resume');
    await expect.poll(() => stateOf(api, cookie)).toEqual(['closed', true]);
  });

  test('show the saved change to a caller whose own change came too late', async () => {
    const text = await visitorAsks(api);
    await expect.poll(async () => messages(await enquiries(api))).toContain(text);
    const enquiry = rowsOf(await enquiries(api)).find((row) => row.message === text);
    await replay('pause');
    expect((await close(api, enquiry)).status).toBe(200);
    const late = await close(impatient, enquiry);
    expect([late.status, late.body]).toMatchObject([409, { code: 'changed-meanwhile' }]);
    expect(await stateShown(api, enquiry, cookieOf(late))).toEqual(['closed', false]);
    await expect.poll(() => stateShown(api, enquiry)).toEqual(['new', true]);
  });

  test('keep the mark of the newest change, even when an older reply arrives last', async () => {
    const later = 'changed=9007199254740000';
    const changed = await close(api, undefined, later);
    expect(cookieOf(changed)).toBe(later);
  });

  test('come from the primary while an upload is being written, even if something else is changed meanwhile', async () => {
    const form = new FormData();
    form.append(
      'file',
      new File([new Uint8Array(workbook([row('While it is written')]))], 'q.xlsx'),
    );
    const uploaded = await api.fetch('questions/upload', {
      token: api.adminToken,
      form,
      headers: { accept: 'application/x-ndjson' },
    });
    expect(uploaded.headers.get('set-cookie')).toMatch(
      /^changing=1; Max-Age=4200; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    expect(await uploaded.text()).toContain('"is":"report"');
    const changed = await close(api, undefined, cookieOf(uploaded));
    expect(cookieOf(changed)).toMatch(/^changed=\d+$/);
    // The standby soon has the small change.
    await expect.poll(async () => age(await enquiries(api, cookieOf(changed)))).toBeGreaterThan(0);
    expect(age(await enquiries(api, `${cookieOf(uploaded)}; ${cookieOf(changed)}`))).toBe(0);
  });

  test('don’t make a change wait for the primary’s position', async () => {
    const { wire, primaryUrl } = await wiredPrimary(databaseUrl);
    const replica = replicaOf(databaseUrl, {
      primaryUrl,
      patienceMs: 3_600_000,
      markWithinMs: 100,
    });
    await expect.poll(() => replica.age(null)).not.toBeNull();
    wire.cut();
    const app = createApp({ ...api.deps, replica });
    const changed = await app.request('/api/v1/enquiries/no-such-enquiry', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${api.adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ state: 'closed', note: '', version: 1 }),
    });
    const cookie = cookieOf(changed);
    expect(cookie).toBe('changed=9007199254740991');
    expect(age(await enquiries(api, cookie))).toBe(0);
    wire.mend();
    await replica.close();
    wire.close();
  });

  test('still come from the standby while all connections to the primary are in use', async () => {
    const [replica] = opened;
    const gate = new AbortController();
    const free = once(gate.signal, 'abort');
    const began = now();
    const taken = Array.from({ length: MOST_CONNECTIONS }, () =>
      api.deps.db.transaction(() => free),
    );
    // The primary has been asked since all its connections were taken.
    const askedSince = () => (replica?.age(null) ?? Infinity) < now() - began;
    await expect.poll(askedSince).toBe(true);
    expect(await replica?.mark()).toBeGreaterThan(0);
    gate.abort();
    await Promise.all(taken);
  });

  test('come from the standby while the primary is silent, as long as they are not too old', async () => {
    const { wire, primaryUrl } = await wiredPrimary(databaseUrl);
    const replica = replicaOf(databaseUrl, { primaryUrl, oldestSeconds: 13 });
    const answers = () => expect.poll(() => replica.age(null)).not.toBeNull();
    await answers();
    wire.cut();
    for (const _ of ['6 seconds', '12']) {
      silentUntilHeardAgain();
      await answers();
    }
    expect(replica.age(null)).toBeGreaterThan(12_000);
    threeSecondsLater();
    expect(replica.age(null)).toBeNull();
    wire.mend();
    await expect.poll(() => replica.age(null)).not.toBeNull();
    await replica.close();
    wire.close();
  });

  test('don’t keep a process from stopping when the link to the primary is cut', async () => {
    const { wire, primaryUrl } = await wiredPrimary(databaseUrl);
    const replica = replicaOf(databaseUrl, { primaryUrl });
    await expect.poll(() => replica.age(null)).not.toBeNull();
    wire.cut();
    await replica.close();
    wire.close();
  });

  test('are not counted on the primary, too, while the standby counts', async () => {
    const [replica] = opened;
    if (!replica) throw new Error('No replica is open.');
    const asked: unknown[] = [];
    const counting = readLate(
      { ...api.deps, replica: { ...replica, age: () => 1_000 } },
      null,
      ({ db }) => {
        asked.push(db);
        throw new Problem('unavailable', { retryAfter: 5 });
      },
    );
    await expect(counting).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toEqual([replica.db]);
  });

  test.each(['changed=', 'changed=9e9', 'changed=99999999999999999999', 'changed=-1', 'changed=x'])(
    'ignore a malformed cookie: %s',
    async (cookie) => {
      await expect.poll(async () => age(await enquiries(api, cookie))).toBeGreaterThan(0);
    },
  );

  test('say “not found” only when the primary says so', async () => {
    await replay('pause');
    const examId = await api.makeExam();
    const { status, headers } = await api.request(`exams/by-exam/${examId}`, {
      token: api.adminToken,
    });
    expect([status, headers.get('x-data-age')]).toEqual([200, '0']);
  });

  test('come from the primary when the standby falls silent, even for callers already waiting', async () => {
    const failures = () => api.logged.filter((line) => line.includes('the replica failed')).length;
    const before = failures();
    link.cut();
    const waiting = await Promise.all([1, 2, 3].map(() => enquiries(api)));
    expect(waiting.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(waiting.map(age)).toEqual([0, 0, 0]);
    expect(failures()).toBe(before + 1);
  });

  test('are exported whole when the standby falls silent before the first row', async () => {
    const text = await visitorAsks(api);
    link.cut();
    const answer = await api.fetch('enquiries/export', { token: api.adminToken });
    expect([answer.status, answer.headers.get('x-data-age')]).toEqual([200, '0']);
    const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(text);
  });

  test('come from the primary when the standby is killed, and from the standby once it is back', async () => {
    await standby.kill();
    const { status } = await enquiries(api);
    expect(status).toBe(200);
    await expect.poll(() => ageOf(api)).toBe(0);
    expect((await api.request('/readyz')).status).toBe(200);
    await standby.restart();
    await expect.poll(() => ageOf(api)).toBeGreaterThan(0);
  });

  test('are read through connections that can’t write', async () => {
    const [replica] = opened;
    await expect(
      replica?.db.rows("insert into throttles (key) values ('written')", []),
    ).rejects.toMatchObject({ code: '25006' });
    const show = await replica?.db.rows('show default_transaction_read_only', []);
    expect(show).toEqual([{ default_transaction_read_only: 'on' }]);
  });

  test('are checked by the doctor, too: whether it is a standby, and how far behind', async () => {
    const { db } = api.deps;
    const found = async (readUrl: string, patienceMs?: number) => {
      const [{ level, says } = { level: '', says: '' }] = await lookAtReplica(
        db,
        { readUrl },
        patienceMs,
      );
      return `${level}: ${says}`;
    };
    const readUrl = onStandby(databaseUrl);
    expect(await found(readUrl)).toMatch(/^ok: follows the primary within \d/);
    await replay('pause');
    await visitorAsks(api);
    expect(await found(readUrl, 300)).toBe('warn: is more than 0.3 s behind the primary');
    await replay('resume');
    expect(await found(databaseUrl)).toBe(
      'fail: DATABASE_READ_URL leads to no standby: it takes writes',
    );
    const nowhere = new URL(readUrl);
    nowhere.port = '1';
    expect(await found(nowhere.href)).toBe(
      'warn: can’t be asked (ECONNREFUSED): the primary answers lists',
    );
  });

  test('never come from a server that is no standby of this primary', async () => {
    const itself = replicaOf(databaseUrl, { readUrl: databaseUrl });
    const stranger = await startPostgresCluster({ flushes: false });
    const follower = await startPostgresStandby(stranger.url, { flushes: false });
    const others = [stranger, follower].map(({ url }) => replicaOf(databaseUrl, { readUrl: url }));
    // The earlier replicas have looked once this later one has.
    const later = replicaOf(databaseUrl);
    await expect.poll(() => later.age(null)).not.toBeNull();
    await expect.poll(() => opened[0]?.age(null)).not.toBeNull();
    expect([itself, ...others].map((replica) => replica.age(null))).toEqual([null, null, null]);
    await Promise.all([itself, ...others, later].map((replica) => replica.close()));
    await follower.stop();
    await stranger.stop();
  });
});

describe('a standby', () => {
  test('is asked only for the administrator’s lists, and can answer each of them', async () => {
    expect(lagging.map(nameOf).sort()).toEqual(mayComeFromTheStandby);
    for (const { declaration } of lagging)
      expect([declaration.who, declaration.method]).toEqual(['admin', 'get']);

    const databaseUrl = await createDatabase(primary.url);
    const world = await openWorld(databaseUrl);
    const real = replicaOf(databaseUrl);
    let under = '';
    const asked = new Set<string>();
    const watched = new Proxy(real.db, {
      get(target, name, receiver) {
        asked.add(under);
        return Reflect.get(target, name, receiver);
      },
    });
    const log: string[] = world.api.logged;
    const app = createApp({ ...world.api.deps, replica: { ...real, db: watched } });
    const failed: string[] = [];
    for (const operation of await readDocument(world.api)) {
      const attempt = await recipes[operation.name]?.(world);
      if (!attempt) continue;
      // The standby has what the request is about.
      const mark = mayComeFromTheStandby.includes(operation.name) ? await real.mark() : null;
      await expect.poll(() => real.age(mark)).not.toBeNull();
      under = operation.name;
      const asMeant = { sender: 'as-meant', more: {}, spoil: { how: 'not at all' } } as const;
      await ask({ ...world, api: { ...world.api, app } }, operation, attempt, asMeant);
      failed.push(...log.filter((line) => line.includes('the replica failed')));
    }
    expect([...asked].sort()).toEqual(mayComeFromTheStandby);
    expect(failed).toEqual([]);
    await real.close();
    await world.close();
  });
});

const enquiryRows = z.array(
  z.object({ _id: z.string(), message: z.string(), state: z.string(), version: z.int() }),
);
const enquiries = (api: TestApi, cookie?: string) =>
  api.request('enquiries?pageSize=200', {
    token: api.adminToken,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
type Enquiry = z.infer<typeof enquiryRows>[number];
const close = (api: TestApi, enquiry: Enquiry | undefined, cookie = '') =>
  api.request(`enquiries/${enquiry?._id ?? 'no-such-enquiry'}`, {
    method: 'PUT',
    token: api.adminToken,
    json: { state: 'closed', note: 'Called back', version: enquiry?.version ?? 1 },
    headers: { cookie },
  });
async function stateShown(at: TestApi, enquiry: Enquiry | undefined, cookie?: string) {
  const answer = await enquiries(at, cookie);
  return [rowsOf(answer).find(({ _id }) => _id === enquiry?._id)?.state, age(answer) > 0];
}
const rowsOf = ({ body }: Answer) => enquiryRows.parse(body);
const messages = (answer: Answer) => rowsOf(answer).map(({ message }) => message);
const age = ({ headers }: Answer) => Number(headers.get('x-data-age') ?? Number.NaN);
const ageOf = async (api: TestApi) => age(await enquiries(api));
const cookieOf = ({ headers }: Pick<Answer, 'headers'>) => headers.get('set-cookie')?.split(';')[0];

let visitors = 0;
async function visitorAsks(api: TestApi): Promise<string> {
  visitors += 1;
  const message = `Please call me, visitor ${visitors}`;
  const { status } = await api.request('contact', {
    json: {
      id: `visitor${String(visitors).padStart(13, '0')}`,
      firstname: 'Asha',
      lastname: 'Rao',
      email: 'asha@example.in',
      phone: '9876543210',
      message,
    },
  });
  expect(status).toBe(201);
  return message;
}
