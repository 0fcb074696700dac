/** `npm run doctor`, as an operator runs it before exam day: what it finds right or wrong, and that it shows no secret. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import { createMsg91Sms, msg91ConfigSchema } from '#api/gateways/sms/msg91.ts';
import { type Finding, look } from '#api/services/doctor/finding.ts';
import { lookAtCompany, lookAtExams, lookAtPeople } from '#api/services/doctor/look-at-content.ts';
import { lookAtDatabase, ofDifference } from '#api/services/doctor/look-at-database.ts';
import {
  lookAtFiles,
  lookAtGateway,
  lookAtOutbox,
  lookAtProvider,
} from '#api/services/doctor/look-outside.ts';
import { sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { openDatabase } from '#db/client.ts';
import { serverKeys, settings } from '#db/schema/records.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { closedGateway } from '#tests/support/closed-gateway.ts';
import { type PostgresCluster, startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { runScript } from '#tests/support/server-process.ts';
import { freshPostgresUrl } from '#tests/support/test-database.ts';
import { closedOrigin, hdfcConfig, listen, listenWith, startGateway } from './gateway-servers.ts';

const report = z.object({
  healthy: z.boolean(),
  findings: z.array(z.object({ level: z.string(), about: z.string(), says: z.string() })),
});
const lines = (findings: readonly Finding[]) =>
  findings.map(({ level, about, says }) => `${level} ${about}: ${says}`);

describe('the doctor', () => {
  /** A Postgres of its own that writes commits to disk, unlike the one that all tests share. */
  let cluster: PostgresCluster;
  let databaseUrl: string;
  let api: TestApi;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    databaseUrl = cluster.url;
    api = await startApi({ databaseUrl });
  });
  afterAll(async () => {
    await api.close();
    await cluster.stop();
  });

  const database = async () => lines(await lookAtDatabase(api.deps.db, Date.now));

  test('finds nothing wrong with a sound Postgres: commits are on disk, the clock agrees, migrations are done', async () => {
    const found = await database();
    expect(found.join('\n')).toMatch(/^ok database: PostgreSQL \d+/);
    expect(found).toContain('ok durability: what is confirmed is on disk (synchronous_commit on)');
    expect(found).toContain('ok clock: the same as the database’s');
    expect(found.join('\n')).toMatch(/ok migrations: all \d+ done/);
  });

  test('says what to do about a clock that is off', () => {
    expect(ofDifference('the database’s', -700)).toMatchObject({ level: 'warn' });
    expect(lines([ofDifference('the database’s', 61_000)])).toEqual([
      'fail clock: 61.0 s behind the database’s; see to chrony or systemd-timesyncd on both machines',
    ]);
  });

  test('reports a wrong clock, but not one whose answer was only slow to arrive', async () => {
    let read = 0;
    const took = (ms: number) => () => Date.now() + (read++ === 0 ? 0 : ms);
    const clockBy = async (now: () => number) =>
      lines(await lookAtDatabase(api.deps.db, now)).filter((line) => line.includes(' clock: '));
    expect(await clockBy(took(10_000))).toEqual(['ok clock: the same as the database’s']);
    const [ahead] = await clockBy(() => Date.now() + 120_000);
    expect(ahead).toMatch(/^fail clock: 1\d\d\.\d s ahead of the database’s/);
  });

  test('fails a Postgres that confirms a commit before it has written it', async () => {
    const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
    await api.deps.db.orm.execute(
      sql.raw(`alter database "${name}" set synchronous_commit = 'off'`),
    );
    const second = await openDatabase({ databaseUrl });
    try {
      expect(lines(await lookAtDatabase(second, Date.now))).toContain(
        'fail durability: synchronous_commit is off: a crash loses answers that were confirmed',
      );
    } finally {
      await second.close();
      await api.deps.db.orm.execute(sql.raw(`alter database "${name}" reset synchronous_commit`));
    }
  });

  test('reports migrations still to do or made by a newer version, and runs none itself', async () => {
    const db = await openDatabase({ databaseUrl: await freshPostgresUrl() }, { asItIs: true });
    const found = async () => lines(await lookAtDatabase(db, Date.now)).at(-1);
    expect(await found()).toBe(
      'warn migrations: none yet: this database is empty. Start the server once',
    );
    await db.close();

    const { orm } = api.deps.db;
    const table = sql.raw('drizzle.__drizzle_migrations');
    await orm.execute(sql`insert into ${table} (hash, created_at) values ('later', 9999999999999)`);
    expect((await database()).at(-1)).toBe(
      'fail migrations: 1 were made by a newer version than this one',
    );
    await orm.execute(sql`delete from ${table} where hash = 'later'`);
    await orm.execute(sql`create table kept as select * from ${table} order by id desc limit 1`);
    await orm.execute(sql`delete from ${table} where id = (select max(id) from ${table})`);
    expect((await database()).at(-1)).toBe(
      'warn migrations: 1 left to do: they run when this version starts',
    );
    await orm.execute(
      sql`insert into ${table} (hash, created_at) select hash, created_at from kept`,
    );
  });

  test('asks for the administrator’s second factor, and fails a short secret of the server', async () => {
    const none = 'administrator: has no second factor. Sign in, My account, set up the app';
    expect(lines(await lookAtPeople(api.deps.db, true))).toEqual([
      `fail ${none}`,
      'ok secrets: the server’s own are 256 bits and more',
    ]);
    expect(lines(await lookAtPeople(api.deps.db, false))[0]).toBe(`warn ${none}`);
    await api.deps.db.orm.insert(serverKeys).values({ name: 'tried', secret: 'short' });
    expect(lines(await lookAtPeople(api.deps.db, true))[1]).toBe('fail secrets: too short: tried');
    await api.deps.db.orm.execute(sql`delete from ${serverKeys} where name = 'tried'`);
  });

  test('fails invoices in the name of the sample company until a valid GSTIN is set', async () => {
    const { db } = api.deps;
    const sample =
      'company: invoices carry the sample GSTIN 36AAAAA0000A1Z5. Set name, address and GSTIN under Settings';
    expect(lines([await lookAtCompany(db, true)])).toEqual([`fail ${sample}`]);
    expect(lines([await lookAtCompany(db, false)])).toEqual([`warn ${sample}`]);
    const companyWith = async (gstin: string) => {
      const own = { name: 'Godavari Examinations', gstin };
      await db.orm.insert(settings).values({ name: 'brand', value: own, changedBy: 'SuperAdmin' });
      const found = lines([await lookAtCompany(db, true)]);
      await db.orm.delete(settings);
      return found;
    };
    const real = '27AAPFU0939F1ZV';
    expect(await companyWith(real)).toEqual([`ok company: Godavari Examinations, GSTIN ${real}`]);
    // One character mistyped, or two exchanged.
    for (const typed of ['27AAPFU0989F1ZV', '27AAPFU9039F1ZV', '72AAPFU0939F1ZV'])
      expect(await companyWith(typed)).toEqual([
        `fail company: invoices carry the GSTIN ${typed}, whose last character doesn’t match the others. Check it under Settings`,
      ]);
  });

  test('checks whether each exam of the next two weeks can be sat, and by whom', async () => {
    const now = Date.now();
    const inAnHour = { startsAt: now + 3_000_000 };
    expect(lines(await lookAtExams(api.deps.db, now))).toEqual([
      'warn exams: none starts within the next two weeks',
    ]);
    await api.makeQuestions('Law', 3);
    const law = (fieldCount: number) => [{ fieldType: 'Law', fieldCount }];
    await api.makeExam({ ...inAnHour, name: 'Too long', sections: [...law(2), ...law(2)] });
    await api.makeExam({ ...inAnHour, name: 'Empty' });
    const examId = await api.makeExam({ ...inAnHour, name: 'Fits', sections: law(3) });
    // From before exams had a limit on their questions.
    const types = [1, 2, 3, 4, 5, 6].map((n) => `Many ${n}`);
    const sections = types.map((fieldType) => ({ fieldType, fieldCount: 1_000 }));
    await api.makeExam({ ...inAnHour, name: 'Old', sections });
    await api.makeExam({ startsAt: now + 15 * 86_400_000, name: 'Far', sections: law(9) });
    await api.makeExam({ ...inAnHour, name: 'Off', status: 'Inactive', sections: law(9) });
    const said = async () => lines(await lookAtExams(api.deps.db, now)).sort();
    const found = await said();
    expect(found.slice(0, 3)).toEqual([
      'fail exam “Empty”: no section asks for a question',
      'fail exam “Old”: asks 6000 questions, more than the 5000 of a submission',
      'fail exam “Too long”: “Law” asks 4, the bank holds 3',
    ]);
    expect(found[3]).toMatch(/^warn exam “Fits”: .+ in India, 0 candidates, .+ nobody may sit/);
    expect(found).toHaveLength(4);
    await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect((await said())[3]).toMatch(/^warn exam “Fits”: .+ 1 candidates, the paper on 0 phones/);
    const earlier = lines(await lookAtExams(api.deps.db, now - 86_400_000)).sort();
    expect(earlier[3]).toMatch(/^ok exam “Fits”/);
  });

  test('asks the gateway for an order that nobody made, and so learns whether the key is right', async () => {
    const { gateway, baseUrl } = await startGateway();
    expect(lines([await lookAtGateway(gateway)])).toEqual([
      'ok payments: the gateway answers and knows us',
    ]);
    const wrong = createHdfcGateway({ ...hdfcConfig, baseUrl, apiKey: 'not-the-key' });
    expect(lines([await lookAtGateway(wrong)])[0]).toMatch(
      /^fail payments: the gateway refuses our key/,
    );
    expect(lines([await lookAtGateway(closedGateway)])).toEqual([
      'fail payments: closed gateway: timeout',
    ]);
  });

  test('tells an SMS provider that answers from one whose clock differs and one that breaks', async () => {
    const { origin, requests } = await listenWith(404, '{}');
    expect(lines(await lookAtProvider(origin))[0]).toMatch(/^ok text messages/);
    expect(requests.map(({ method }) => method)).toEqual(['HEAD']);
    const behind = new Date(Date.now() - 60_000).toUTCString();
    const late = await listen(() => new Response(null, { headers: { date: behind } }));
    expect(lines(await lookAtProvider(late))[1]).toMatch(
      /^fail clock: 6\d\.\d s ahead of the provider’s/,
    );
    const { origin: broken } = await listenWith(503, '{}');
    expect(lines(await lookAtProvider(broken))[0]).toBe(
      'fail text messages: the provider answers 503',
    );
  });

  test('counts messages that failed, but not those to nobody or with a password that a newer one replaced', async () => {
    const { now } = api.clock;
    onTestFinished(() => {
      api.clock.now = now;
    });
    api.clock.now = Date.now(); // because the database compares it with its own clock
    const reset = (uid: string) => api.request('auth/reset-password', { json: { uid } });
    api.deps.sms = createMsg91Sms(
      msg91ConfigSchema.parse({
        SMS_MSG91_AUTHKEY: 'key',
        SMS_MSG91_UID_CREATED_TEMPLATE_ID: '1',
        SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID: '2',
        SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID: '3',
        SMS_MSG91_BASE_URL: await closedOrigin(),
      }),
    );
    const { uid } = await api.makeCandidate();
    for (const name of ['NOBODY2', uid, uid]) await reset(name);
    const sound = 'ok messages: none of the last day failed or waits';
    expect(lines([await lookAtOutbox(api.deps.db)])).toEqual([sound]);
    api.clock.now += 31 * 60_000;
    await sendDueSms(api.deps);
    expect(lines([await lookAtOutbox(api.deps.db)])).toEqual([
      'warn messages: of the last day 1 failed, 0 wait longer than ten minutes',
    ]);
  });

  test('fails a file store that gives back something else', async () => {
    expect((await lookAtFiles(api.deps.files)).level).toBe('ok');
    const lossy = { ...api.deps.files, get: async () => new Uint8Array(3) };
    expect(lines([await lookAtFiles(lossy)])).toEqual([
      'fail files: what was written did not come back',
    ]);
  });

  test('reports a check that breaks as a finding, without the error’s own words', async () => {
    const secret = Object.assign(new Error('postgres://u:password@h/d'), { code: 'ECONNREFUSED' });
    const broken = await look('database', () => Promise.reject(secret));
    expect(lines(broken)).toEqual(['fail database: ECONNREFUSED']);
  });

  test('prints each wrong setting on a line of its own when run as a command, and exits with 1', async () => {
    const { code, output } = await runScript('dist/server/doctor.js', {
      PORT: 'http',
      FILES: 's3',
      S3_ENDPOINT: 'http://far.example',
      S3_ACCESS_KEY_ID: 'key-of-mine',
    });
    expect(code).toBe(1);
    expect(output).toContain('FAIL  settings: PORT must be a port\n');
    expect(output).toContain('FAIL  settings: S3_ENDPOINT must be an https address\n');
    expect(output).toContain('FAIL  settings: S3_BUCKET is needed\n');
    expect(output).not.toContain('key-of-mine');
  });

  test('checks everything when run as a command, answers as JSON, and shows no secret', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'pariksha-doctor-'));
    const closed = await closedOrigin();
    const { code, output } = await runScript(
      'dist/server/doctor.js',
      {
        DATA_DIR,
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: closed,
        PAYMENT_GATEWAY: 'hdfc',
        HDFC_BASE_URL: closed,
        HDFC_MERCHANT_ID: 'merchant',
        HDFC_API_KEY: 'secret-api-key',
        HDFC_RESPONSE_KEY: 'secret-response-key',
        HDFC_PAYMENT_PAGE_CLIENT_ID: 'client',
      },
      ['--json'],
    );
    await rm(DATA_DIR, { recursive: true, force: true });
    const { healthy, findings } = report.parse(JSON.parse(output));
    const levels = new Map(findings.map(({ about, level }) => [about, level]));
    expect([code, healthy]).toEqual([1, false]);
    expect(levels.get('payments')).toBe('fail');
    expect(levels.get('public address')).toBe('fail');
    expect(levels.get('files')).toBe('ok');
    expect(levels.get('migrations')).toBe('ok');
    expect(levels.get('administrator')).toBe('warn');
    for (const secret of ['secret-', new URL(databaseUrl).password])
      expect(output).not.toContain(secret);
  });
});
