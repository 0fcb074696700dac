// Receipts that anyone can check (offline rule 11): the short code at the server, the long form with the public key
// alone. Neither says who sat or what they answered, and both fail once anything that was signed has changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptCheckSchema } from '#contract/site/receipts.ts';
import { type Receipt, receiptSchema } from '#contract/wire/sync.ts';
import { checkReceiptText, receiptKeysSchema } from '#seals/receipt.ts';
import { INBOUND_SECRET, START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf, type TestDevice } from '#tests/support/device.ts';
import { answerText } from '#tests/support/hand-over.ts';
import type { TestCandidate } from '#tests/support/people.ts';

let api: TestApi;
let phone: TestDevice;
let candidate: TestCandidate;

beforeAll(async () => {
  api = await startApi();
  await api.makeQuestions('Receipts', 3);
});
afterAll(() => api.close());

async function sit() {
  api.clock.now = START;
  const sections = [{ fieldType: 'Receipts', fieldCount: 3 }];
  const examId = await api.makeExam({ name: 'Quantity Surveyor', sections });
  candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  phone = await deviceOf(api, candidate, examId);
  await phone.open();
}

const qid = (index: number) => phone.opened.questions[index]?.qid ?? '';
const work = () => [
  phone.event(1, 'started'),
  phone.event(2, 'answered', qid(0), 'OptionTwo'),
  phone.event(3, 'cleared', qid(1)),
  phone.event(4, 'submitted'),
];
const answers = () => [
  { qid: qid(0), answer: 'OptionTwo' },
  { qid: qid(1), answer: '' },
];

async function submitted(): Promise<Receipt> {
  await sit();
  const { body } = await phone.submit(4, answers(), { events: work() });
  return receiptSchema.parse(body.receipt);
}

const check = async (code: string) => {
  const { status, body } = await api.request(`receipts/${code}`);
  return status === 200 ? receiptCheckSchema.parse(body).state : status;
};
const keys = async () =>
  receiptKeysSchema.parse((await api.request('/.well-known/pariksha-receipts.json')).body);

describe('a receipt', () => {
  it('is checked in its long form with the public key alone, and says neither who sat nor what they answered', async () => {
    const { text = '', code, ...receipt } = await submitted();
    const facts = await checkReceiptText(text, await keys());
    expect(facts).toEqual({
      sittingId: phone.opened.sittingId,
      seq: 4,
      digest: receipt.digest,
      log: receipt.log,
      receivedAt: new Date(START).toISOString(),
    });
    const { body } = await api.request(`receipts/${code}`);
    expect(body).toEqual({
      examName: 'Quantity Surveyor',
      receivedAt: new Date(START).toISOString(),
      state: 'valid',
    });
    const other = await startApi();
    expect(await checkReceiptText(text, other.deps.keys.receiptKeys)).toBeNull();
    await other.close();
  });

  it('is signed with a key that survives a restart', async () => {
    const { loadKeys } = await import('#api/services/keys/load-keys.ts');
    expect((await loadKeys(api.deps.db)).receiptKeys).toEqual(api.deps.keys.receiptKeys);
  });

  it('is found by its code, however people type it, and by no other code', async () => {
    const { code } = await submitted();
    expect(await check(code.toLowerCase().replaceAll('-', ' '))).toBe('valid');
    expect(await check('ZZZZ-ZZZZ-ZZZZ')).toBe(404);
  });

  /** Changes one part of one event in the row that holds all four events; null removes the event. */
  const changed = (place: number, part: number, value: string | null) =>
    `update sitting_arrivals set events = ${
      value === null
        ? `events::jsonb - ${place}`
        : `jsonb_set(events::jsonb, '{${place},${part}}', '${value}')`
    } where sitting_id = $1`;
  const changes: [what: string, change: string][] = [
    ['an answer of an event', changed(1, 3, '"OptionOne"')],
    ['the question of an event', changed(2, 2, '"q"')],
    ['the kind of an event', changed(2, 1, '"marked"')],
    ['the time of an event', changed(1, 5, '1')],
    ['the phone’s date of an event', changed(0, 4, '1')],
    ['the turn of an event', 'update sitting_arrivals set epoch = 2 where sitting_id = $1'],
    ['an event that is gone', changed(0, 0, null)],
    ['the number of an event', changed(2, 0, '5')],
    [
      'an answer submitted',
      `update submissions set answers = jsonb_set(answers, '{0,answer}', '"OptionOne"') where sitting_id = $1`,
    ],
    [
      'the day it says',
      `update receipts set receipt = jsonb_set(receipt, '{receivedAt}', '"2026-03-01T00:00:00.000Z"') where sitting_id = $1`,
    ],
  ];
  it.each(changes)('fails once this has changed: %s', async (_what, change) => {
    const { code } = await submitted();
    expect(await check(code)).toBe('valid');
    await api.deps.db.rows(change, [phone.opened.sittingId]);
    expect(await check(code)).toBe('broken');
  });

  it('for a text message is replaced by one over the whole log once the log arrives', async () => {
    await sit();
    const text = await answerText(phone, ['OptionTwo', '', null], { seq: 4, seconds: 0 });
    const results = [{ from: '919876543210', text, receivedAt: new Date(START).toISOString() }];
    await api.request(`sms/inbound/infobip?secret=${INBOUND_SECRET}`, { json: { results } });
    const sent = api.sent.at(-1);
    const first = sent?.purpose === 'submission-receipt' ? sent.vars.code : '';
    expect(await check(first)).toBe('valid');
    api.clock.now += 60_000;
    const { body } = await phone.submit(4, answers(), { events: work(), elapsed: 0 });
    expect(body.receipt?.code).not.toBe(first);
    expect(body.receipt?.receivedAt).toBe(new Date(START).toISOString());
    expect(await check(body.receipt?.code ?? '')).toBe('valid');
    expect(await check(first)).toBe('replaced');
    const again = await phone.submit(4, answers(), { events: work(), elapsed: 0 });
    expect(again.body.receipt).toEqual(body.receipt);
  });

  it('is void once the sitting is reopened', async () => {
    const { code } = await submitted();
    const { reopenSitting } = await import('#api/services/hall/apply-time.ts');
    await reopenSitting(api.deps, phone.opened.sittingId);
    expect(await check(code)).toBe('void');
  });

  it('from before there were public keys is still valid at the server, and fails when changed', async () => {
    const { digest } = await submitted();
    const [sittingId, receivedAt] = [phone.opened.sittingId, new Date(START).toISOString()];
    const old = {
      code: 'ABCD-EFGH-JKMN',
      ...{ sittingId, seq: 4, digest, receivedAt },
      signature: api.deps.keys.sign('receipt', [sittingId, 4, digest, receivedAt].join('|'), 32),
    };
    const store = (receipt: object) =>
      api.deps.db.rows(
        `with s as (update sittings set receipt = $2::text::jsonb where id = $1)
         insert into receipts values ('ABCDEFGHJKMN', $1, $2::text::jsonb)
         on conflict (code) do update set receipt = excluded.receipt`,
        [sittingId, JSON.stringify(receipt)],
      );
    await store(old);
    expect(await check(old.code)).toBe('valid');
    await store({ ...old, seq: 3 });
    expect(await check(old.code)).toBe('broken');
  });

  it('can’t be guessed: an address that asks too often has to wait', async () => {
    const asked = Array.from({ length: 320 }, () => api.request('receipts/ZZZZZZZZZZZZ'));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});
