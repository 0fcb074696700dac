/**
 * The office's lists from a real standby: they say how old they are, what a person changed is in them, none is older than
 * allowed, and when the standby is away nobody notices. Nothing of a candidate is ever asked of it.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApp } from '#api/app.ts';
import type { Endpoint } from '#api/middleware/endpoint.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { lookAtReplica } from '#api/services/doctor/look-at-replica.ts';
import { openReplica, type Replica } from '#db/open-replica.ts';
import { ask } from '../api/fuzz/ask.ts';
import { readDocument } from '../api/fuzz/document.ts';
import { recipes } from '../api/fuzz/recipes.ts';
import { openWorld } from '../api/fuzz/world.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { type Link, linkTo } from '../support/link.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
  startPostgresStandby,
} from '../support/postgres-cluster.ts';
import { createDatabase } from '../support/provision-postgres.ts';

const nameOf = ({ declaration: { method, path } }: Endpoint) => `${method} ${path}`;
const lagging = endpoints.filter(({ declaration }) => declaration.mayLag);

/** What the office looks at and does not decide by: written down once more, by hand. */
const mayComeFromTheStandby = [
  'get /activity',
  'get /activity/export',
  'get /applications',
  'get /applications/export',
  'get /candidates',
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
let operator: pg.Client;
const replay = (act: 'pause' | 'resume') => operator.query(`select pg_wal_replay_${act}()`);

beforeAll(async () => {
  primary = await startPostgresCluster();
  standby = await startPostgresStandby(primary.url);
  link = await linkTo(Number(new URL(standby.url).port));
  operator = new pg.Client({ connectionString: standby.url });
  operator.on('error', () => {});
  await operator.connect();
});
afterAll(async () => {
  await operator.end();
  link.close();
  await standby.stop();
  await primary.stop();
});

/** The same database on the standby, by a wire that can be cut. */
function onStandby(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = String(link.port);
  return url.href;
}

const opened: Replica[] = [];
async function office(databaseUrl: string, oldestSeconds: number): Promise<TestApi> {
  const api = await startApi({
    databaseUrl,
    replica: (db) => {
      const readUrl = onStandby(databaseUrl);
      const replica = openReplica({ readUrl, oldestSeconds }, db, () => {});
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
  beforeEach(() => expect.poll(() => ageOf(api), PATIENTLY).toBeGreaterThan(0));
  afterAll(async () => {
    await Promise.all(opened.map((replica) => replica.close()));
    await api.close();
    await impatient.close();
  });

  test('come from it and say how old they are, though the primary knows more', async () => {
    await replay('pause');
    const text = await visitorAsks(api);
    const answer = await enquiries(api);
    expect(messages(answer)).not.toContain(text);
    expect(age(answer)).toBeGreaterThan(0);
    await expect.poll(() => ageOf(api), PATIENTLY).toBeGreaterThan(3);
    await replay('resume');
    await expect.poll(async () => messages(await enquiries(api)), PATIENTLY).toContain(text);
    expect(await ageOf(api)).toBeGreaterThan(0);
  });

  test('come from the primary once the standby is older than allowed, and from the standby again later', async () => {
    await expect.poll(() => ageOf(impatient), PATIENTLY).toBeGreaterThan(0);
    await replay('pause');
    const text = await visitorAsks(api);
    const fresh = async () => {
      const answer = await enquiries(impatient);
      // What is too old is never shown as the list.
      if (age(answer) > 2) throw new Error(`a list of ${age(answer)} seconds`);
      return messages(answer).includes(text) && age(answer) === 0;
    };
    await expect.poll(fresh, PATIENTLY).toBe(true);
    await replay('resume');
    await expect.poll(() => ageOf(impatient), PATIENTLY).toBeGreaterThan(0);
  });

  test('show at once what the person who asks has changed, by whichever process; others may see it later', async () => {
    const text = await visitorAsks(api);
    await expect.poll(async () => messages(await enquiries(api)), PATIENTLY).toContain(text);
    const { _id, version } = rowsOf(await enquiries(api)).find((row) => row.message === text) ?? {};
    const stateOf = async (at: TestApi, cookie?: string) => {
      const answer = await enquiries(at, cookie);
      return [rowsOf(answer).find((row) => row._id === _id)?.state, age(answer) > 0];
    };
    await replay('pause');
    const changed = await api.request(`enquiries/${_id}`, {
      method: 'PUT',
      token: api.adminToken,
      json: { state: 'closed', note: 'Called back', version },
    });
    expect(changed.status).toBe(200);
    const cookie = cookieOf(changed);
    expect(changed.headers.get('set-cookie')).toMatch(
      /^changed=\d+; Max-Age=3600; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    expect(await stateOf(api, cookie)).toEqual(['closed', false]);
    expect(await stateOf(impatient, cookie)).toEqual(['closed', false]);
    expect(await stateOf(api)).toEqual(['new', true]);
    await replay('resume');
    await expect.poll(() => stateOf(api, cookie), PATIENTLY).toEqual(['closed', true]);
  });

  test('show who was too late what somebody else had saved', async () => {
    const refused = await api.request('enquiries/no-such-enquiry', {
      method: 'PUT',
      token: api.adminToken,
      json: { state: 'closed', note: '', version: 1 },
    });
    expect(refused.status).toBe(404);
    expect(cookieOf(refused)).toMatch(/^changed=\d+$/);
  });

  test.each(['changed=', 'changed=9e9', 'changed=99999999999999999999', 'changed=-1', 'changed=x'])(
    'ask for nothing by a cookie that is none: %s',
    async (cookie) => {
      expect(age(await enquiries(api, cookie))).toBeGreaterThan(0);
    },
  );

  test('say “not found” only when the primary says so', async () => {
    await replay('pause');
    const examId = await api.makeExam();
    const { status, headers } = await api.request(`exams/by-exam/${examId}`, {
      token: api.adminToken,
    });
    expect([status, headers.get('x-data-age')]).toEqual([200, '0']);
    await replay('resume');
  });

  test('come from the primary when the standby is silent, also for who was waiting there', async () => {
    link.cut();
    const waiting = await Promise.all([1, 2, 3].map(() => enquiries(api)));
    expect(waiting.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(waiting.map(age)).toEqual([0, 0, 0]);
    link.mend();
  });

  test('come from the primary when the standby is killed, and from the standby once it is back', async () => {
    await standby.kill();
    const { status } = await enquiries(api);
    expect(status).toBe(200);
    await expect.poll(() => ageOf(api), PATIENTLY).toBe(0);
    expect((await api.request('/readyz')).status).toBe(200);
    await standby.restart();
    await expect.poll(() => ageOf(api), PATIENTLY).toBeGreaterThan(0);
    await operator.end();
    operator = new pg.Client({ connectionString: standby.url });
    await operator.connect();
  });

  test('can’t write where they read', async () => {
    const [replica] = opened;
    await expect(
      replica?.db.rows("insert into throttles (key) values ('written')", []),
    ).rejects.toMatchObject({ code: '25006' });
    const show = await replica?.db.rows('show default_transaction_read_only', []);
    expect(show).toEqual([{ default_transaction_read_only: 'on' }]);
  });

  test('are looked after by the doctor: whose standby it is, and whether it keeps up', async () => {
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
    const itself = openReplica({ readUrl: databaseUrl, oldestSeconds: 60 }, api.deps.db, () => {});
    const stranger = await startPostgresCluster();
    const other = openReplica({ readUrl: stranger.url, oldestSeconds: 60 }, api.deps.db, () => {});
    const beside = opened[0];
    // Each has looked when one that was opened later than both has.
    const later = openReplica(
      { readUrl: onStandby(databaseUrl), oldestSeconds: 60 },
      api.deps.db,
      () => {},
    );
    await expect.poll(() => later.age(null), PATIENTLY).not.toBeNull();
    expect(beside?.age(null)).not.toBeNull();
    expect([itself.age(null), other.age(null)]).toEqual([null, null]);
    await Promise.all([itself.close(), other.close(), later.close()]);
    await stranger.stop();
  });
});

describe('a standby', () => {
  test('is asked for lists of the administrator alone, and can answer each of them', async () => {
    expect(lagging.map(nameOf).sort()).toEqual(mayComeFromTheStandby);
    for (const { declaration } of lagging)
      expect([declaration.who, declaration.method]).toEqual(['admin', 'get']);

    const databaseUrl = await createDatabase(primary.url);
    const world = await openWorld(databaseUrl);
    const { db } = world.api.deps;
    const real = openReplica(
      { readUrl: onStandby(databaseUrl), oldestSeconds: 3_600 },
      db,
      () => {},
    );
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
      // What the request is about has come there.
      const mark = mayComeFromTheStandby.includes(operation.name) ? await real.mark() : null;
      await expect.poll(() => real.age(mark), PATIENTLY).not.toBeNull();
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

/** A standby is asked once a second. */
const PATIENTLY = { timeout: 60_000, interval: 100 };

const enquiryRows = z.array(
  z.object({ _id: z.string(), message: z.string(), state: z.string(), version: z.int() }),
);
const enquiries = (api: TestApi, cookie?: string) =>
  api.request('enquiries?pageSize=200', {
    token: api.adminToken,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
const rowsOf = ({ body }: Answer) => enquiryRows.parse(body);
const messages = (answer: Answer) => rowsOf(answer).map(({ message }) => message);
const age = ({ headers }: Answer) => Number(headers.get('x-data-age') ?? Number.NaN);
const ageOf = async (api: TestApi) => age(await enquiries(api));
const cookieOf = ({ headers }: Answer) => headers.get('set-cookie')?.split(';')[0];

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
