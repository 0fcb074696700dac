/** What the administrator sets: who runs the site, and how exams are run (decision 12). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testIntegration } from '#api/services/settings/integrations.ts';
import { settingNow } from '#api/services/settings/settings.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { simulatePayments } from '#api/simulated-payments.ts';
import { integrationListSchema, settingsSchema } from '#contract/desk/settings.ts';
import { sittings } from '#db/schema/sittings.ts';
import { brand } from '#web/brand.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';

const MINUTE = 60_000;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = START;
});

const read = async () =>
  settingsSchema.parse((await api.request('settings', { token: api.adminToken })).body);
const put = (name: 'brand' | 'policies', version: number, value: unknown) =>
  api.request(`settings/${name}`, {
    method: 'PUT',
    token: api.adminToken,
    json: { version, value },
  });
const setPolicies = async (value: unknown) => {
  const { policies } = await read();
  expect((await put('policies', policies.version, value)).status).toBe(200);
};

describe('settings', () => {
  it('have their defaults until somebody sets them', async () => {
    const { brand: stored, policies } = await read();
    expect(stored).toMatchObject({ value: { name: brand.name, gstin: brand.gstin }, version: 0 });
    expect(policies.value).toEqual({
      transitSeconds: 120,
      lateActs: 'wait',
      lateMinutes: 30,
      trustMeasured: false,
      minimumAge: 14,
    });
  });

  it('show the company’s new name to everyone, and say who changed what', async () => {
    const { brand: before } = await read();
    const value = { ...before.value, name: 'Kaveri Careers', phone: '+91 80 5550 0199' };
    expect((await put('brand', before.version, value)).status).toBe(200);
    const shown = await api.request('settings/brand');
    expect(shown.body).toMatchObject({ name: 'Kaveri Careers', phone: '+91 80 5550 0199' });
    expect(shown.headers.get('cache-control')).toBe('public, max-age=300');
    const [entry] = await api.actsOn('brand');
    expect(entry).toMatchObject({
      actor: 'SuperAdmin',
      action: 'setting.changed',
      detail: {
        name: { from: 'Nipuna Talent', to: 'Kaveri Careers' },
        phone: { from: brand.phone, to: '+91 80 5550 0199' },
      },
    });
  });

  it('tell the second of two people who edit them, and keep what the first one saved', async () => {
    const { brand: opened } = await read();
    const first = await put('brand', opened.version, { ...opened.value, city: 'Warangal' });
    expect(first.status).toBe(200);
    const second = await put('brand', opened.version, { ...opened.value, city: 'Vijayawada' });
    expect(second.body).toMatchObject({ code: 'changed-meanwhile' });
    expect((await read()).brand.value.city).toBe('Warangal');
  });

  it('are versioned separately: saving one leaves the other as it is', async () => {
    const change = async (name: 'brand' | 'policies', times: number) => {
      for (let time = 0; time < times; time += 1) {
        const { version, value } = (await read())[name];
        expect((await put(name, version, value)).status).toBe(200);
      }
    };
    const { brand: one, policies: other } = await read();
    const most = Math.max(1, one.version, other.version);
    await change('brand', most - one.version);
    await change('policies', most - other.version);
    const { policies } = await read();
    await change('brand', 1);
    expect((await read()).policies).toEqual(policies);
  });

  it('tell the second of two people who both began from the default', async () => {
    const other = await startApi();
    const setOn = (transitSeconds: number) =>
      other.request('settings/policies', {
        method: 'PUT',
        token: other.adminToken,
        json: { version: 0, value: { transitSeconds, lateActs: 'wait' } },
      });
    const answers = await Promise.all([setOn(60), setOn(90)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await other.close();
  });

  it.each([
    ['gstin', 'not a GSTIN'],
    ['phone', 'call us'],
    ['email', 'nowhere'],
    ['address', []],
    ['links', { linkedin: 'javascript:alert(1)' }],
  ])('refuse a wrong %s, naming the field', async (field, wrong) => {
    const { brand: opened } = await read();
    const { status, body } = await put('brand', opened.version, {
      ...opened.value,
      [field]: wrong,
    });
    expect(status).toBe(422);
    expect(Object.keys(Object(body).fields)[0]).toMatch(`value.${field}`);
  });

  it('are cached for a few seconds where candidates need them, and then read again', async () => {
    await setPolicies({ transitSeconds: 120, lateActs: 'wait' });
    expect((await settingNow(api.deps, 'policies')).transitSeconds).toBe(120);
    // As another process would write them.
    await api.deps.db.rows(
      `update settings set value = '{"transitSeconds": 300, "lateActs": "wait"}' where name = 'policies'`,
      [],
    );
    expect((await settingNow(api.deps, 'policies')).transitSeconds).toBe(120);
    api.clock.now += 5_000;
    expect((await settingNow(api.deps, 'policies')).transitSeconds).toBe(300);
  });
});

describe('exam policies', () => {
  const begin = async () => {
    const examId = await api.makeExam({
      sections: [{ fieldType: 'Aptitude', fieldCount: 2 }],
    });
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    return phone;
  };
  const rowOf = async (sittingId: string) => {
    const [row] = await api.deps.db.orm.select().from(sittings).where(eq(sittings.id, sittingId));
    return row;
  };
  beforeAll(() => api.makeQuestions('Aptitude', 4));

  it('[rule 16] give a submission on its way the configured seconds before the server closes', async () => {
    await setPolicies({ transitSeconds: 300, lateActs: 'wait' });
    const phone = await begin();
    api.clock.now = START + 60 * MINUTE + 299_000;
    expect(await closeOverdue(api.deps)).toBe(0);
    api.clock.now = START + 60 * MINUTE + 301_000;
    expect(await closeOverdue(api.deps)).toBe(1);
    expect(await rowOf(phone.opened.sittingId)).toMatchObject({ state: 'closed' });
  });

  it.each([
    ['wait', { heldEvents: 1, heldDecision: null }],
    ['refuse', { heldEvents: 0, heldDecision: 'refused' }],
  ])(
    '[rule 16] treat acts whose time can’t be proved as configured: %s',
    async (lateActs, expected) => {
      await setPolicies({ transitSeconds: 120, lateActs });
      const phone = await begin();
      const [question] = phone.opened.questions;
      api.clock.now = START + 62 * MINUTE + 1;
      await closeOverdue(api.deps);
      await phone.push([phone.event(1, 'answered', question?.qid, 'OptionOne')]);
      expect(await rowOf(phone.opened.sittingId)).toMatchObject(expected);
      // A person can still decide to count them, whichever is configured.
      await api.request(`sittings/${phone.opened.sittingId}/held`, {
        token: api.adminToken,
        json: { counted: true, reason: 'Seen by the proctor' },
      });
      expect(await rowOf(phone.opened.sittingId)).toMatchObject({
        heldEvents: 0,
        heldDecision: 'counted',
      });
      const [total] = await api.deps.db.rows(
        `select (sections->0->>'hundredths')::int as marks from results where sitting_id = $1`,
        [phone.opened.sittingId],
      );
      expect(total).toEqual({ marks: 100 });
    },
  );

  it('[rule 16] don’t refuse later acts by themselves once a person has let earlier ones count', async () => {
    await setPolicies({ transitSeconds: 120, lateActs: 'refuse' });
    const phone = await begin();
    const [first, second] = phone.opened.questions;
    api.clock.now = START + 62 * MINUTE + 1;
    await closeOverdue(api.deps);
    await phone.push([phone.event(1, 'answered', first?.qid, 'OptionOne')]);
    await api.request(`sittings/${phone.opened.sittingId}/held`, {
      token: api.adminToken,
      json: { counted: true, reason: 'Power cut in the hall' },
    });
    api.clock.now += MINUTE;
    await phone.push([phone.event(2, 'answered', second?.qid, 'OptionOne')]);
    expect(await rowOf(phone.opened.sittingId)).toMatchObject({
      heldEvents: 1,
      heldDecision: 'counted',
    });
  });
});

describe('the test of a service that the server works with', () => {
  const test = (name: string, json: object = {}) =>
    api.request(`settings/integrations/${name}/test`, { token: api.adminToken, json });

  it('lists all four services with their setup', async () => {
    const { body } = await api.request('settings/integrations', { token: api.adminToken });
    expect(body).toMatchObject([
      { name: 'database', provider: 'pglite' },
      { name: 'files', provider: 'local' },
      { name: 'payments', provider: 'simulated' },
      { name: 'sms', provider: 'console', facts: [expect.stringContaining('waiting')] },
    ]);
  });

  it('says which text messages the company has no template for', async () => {
    const bare = await startApi({ canSend: (purpose) => purpose === 'payment-receipt' });
    const { body } = await bare.request('settings/integrations', { token: bare.adminToken });
    expect(integrationListSchema.parse(body).at(-1)?.facts).toEqual([
      '0 messages waiting',
      'no template for starts of exams, refunds, results, corrected scores',
    ]);
    await bare.close();
  });

  it('makes a round trip to the database, and writes, reads and removes a file', async () => {
    expect((await test('database')).body).toMatchObject({ ok: true });
    expect((await test('files')).body).toMatchObject({ ok: true });
  });

  it('reports a file that comes back changed, and never repeats the error’s own words', async () => {
    const files = api.deps.files;
    const broken = { ...files, get: async () => new Uint8Array([1]) };
    const failing = {
      ...files,
      put: async () => {
        throw new Error('https://key:secret@bucket is down');
      },
    };
    const changed = await testIntegration(
      { ...api.deps, files: broken },
      'SuperAdmin',
      'files',
      undefined,
    );
    expect(changed).toMatchObject({
      ok: false,
      message: expect.stringContaining('differs from what was written'),
    });
    const down = await testIntegration(
      { ...api.deps, files: failing },
      'SuperAdmin',
      'files',
      undefined,
    );
    expect(down).toMatchObject({ ok: false });
    expect(down.message).not.toContain('secret');
  });

  it('asks the gateway for an order that it can’t know, and reports a gateway that can’t be reached', async () => {
    expect((await test('payments')).body).toMatchObject({
      ok: false,
      message: expect.stringContaining('didn’t respond'),
    });
    const simulated = await startApi({
      payments: ({ db, now }) =>
        simulatePayments(db, now, { publicUrl: 'http://x.test', here: 'http://127.0.0.1:9' })
          .gateway,
    });
    const { body } = await simulated.request('settings/integrations/payments/test', {
      token: simulated.adminToken,
      json: {},
    });
    expect(body).toMatchObject({ ok: true });
    await simulated.close();
  });

  it('sends one message to the number typed in, and none without a number', async () => {
    const before = api.sent.length;
    expect((await test('sms')).body).toMatchObject({
      code: 'invalid',
      fields: { mobile: expect.any(String) },
    });
    expect((await test('sms', { mobile: '+91 98480 12345' })).body).toMatchObject({ ok: true });
    expect(api.sent.slice(before)).toMatchObject([{ to: '+919848012345' }]);
  });
});
