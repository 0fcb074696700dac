// One text message with a whole answer sheet (offline rule 21), as SMS operators deliver it: the operator proves itself,
// the message counts from when the operator received it, and the reply is the receipt.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { timesOf } from '#api/services/sittings/settle.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { project } from '#machines/sitting/rules.ts';
import { INBOUND_SECRET, START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf, sittingOf, type TestDevice } from '#tests/support/device.ts';
import { answerText, handOver } from '#tests/support/hand-over.ts';
import type { TestCandidate } from '#tests/support/people.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { operators, type Spoilt, type Told } from '#tests/support/text-operators.ts';
import { listen } from './gateway-servers.ts';

const MINUTE = 60_000;
const FROM = '919876543210';

let api: TestApi;
let examId: string;
let candidate: TestCandidate;
let phone: TestDevice;

beforeAll(async () => {
  api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  await api.makeQuestions('Texted', 4);
});
afterAll(() => api.close());

async function sit() {
  api.clock.now = START;
  candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  phone = await deviceOf(api, candidate, examId);
  await phone.open();
}
beforeEach(async () => {
  api.clock.now = START;
  api.sent.length = 0;
  examId = await api.makeExam({
    sections: [{ fieldType: 'Texted', fieldCount: 4 }],
  });
  await sit();
});

const state = async () => {
  const sitting = await sittingOf(api, phone);
  const { answers, held } = project(sitting.log, sitting.submissions, timesOf(sitting));
  return {
    state: sitting.state,
    answers: phone.opened.questions.map(({ qid }) => answers.get(qid) ?? null),
    held,
    receipt: sitting.receipt?.code ?? null,
  };
};
const score = async () =>
  (await api.request(`exams/getresult/${candidate.uid}`, { token: api.adminToken })).body;
const tell = async (told: Told, name = 'Infobip', spoilt?: Spoilt) => {
  const origin = await listen(api.app.fetch);
  const answer = await operators[name]?.(origin, INBOUND_SECRET, told, spoilt);
  await api.deps.background.finished();
  return answer?.status;
};
const codes = () =>
  api.sent.flatMap((sent) =>
    sent.purpose === 'submission-receipt' ? [[sent.to, sent.vars.code]] : [],
  );
const sheet = ['OptionOne', 'OptionTwo', '', null];

describe.each(Object.keys(operators))('an answer text delivered by %s', (name) => {
  it('counts from when the operator received it, is scored, and is answered with the receipt once', async () => {
    const text = await answerText(phone, sheet);
    api.clock.now = START + 3 * 60 * MINUTE;
    await closeOverdue(api.deps);
    const told = { from: FROM, text, at: START + 50 * MINUTE };
    for (let again = 0; again < 3; again += 1) expect(await tell(told, name)).toBe(200);
    const { receipt, ...rest } = await state();
    expect(rest).toEqual({
      state: 'submitted',
      answers: ['OptionOne', 'OptionTwo', '', null],
      held: 0,
    });
    expect(await score()).toMatchObject([{ score: [{ TotalScore: 1 }, { Texted: 1 }] }]);
    expect((await sittingOf(api, phone)).receipt?.receivedAt).toBe(new Date(told.at).toISOString());
    expect(codes()).toEqual([[`+${FROM}`, receipt]]);
  });

  it('is refused with a wrong secret, and changes nothing when it was altered on the way', async () => {
    const told = { from: FROM, text: await answerText(phone, sheet), at: START };
    expect(await tell(told, name, { secret: 'another-secret-of-nobody' })).toBe(403);
    const another = (text: string) =>
      text.slice(0, 20) + (text[20] === '7' ? '8' : '7') + text.slice(21);
    const status = await tell(told, name, { change: another });
    expect(status).toBe(name.startsWith('Vonage') ? 403 : 200);
    expect(await state()).toMatchObject({ state: 'open', receipt: null });
    expect(codes()).toEqual([]);
  });
});

it('an answer text with a signature older than a day is refused, even if the signature was valid once', async () => {
  const told = { from: FROM, text: await answerText(phone, sheet), at: START };
  api.clock.now = START + 26 * 60 * MINUTE;
  expect(await tell(told, 'Vonage by POST', { signedAt: START })).toBe(403);
  expect(await tell(told, 'Vonage by POST', { signedAt: START + 24 * 60 * MINUTE })).toBe(200);
});

it('a text that is no answer sheet is accepted, so that it isn’t sent again; a provider that isn’t set up is refused', async () => {
  for (const text of ['STOP', '', 'A'.repeat(2_000), '🙂'])
    expect(await tell({ from: FROM, text, at: START })).toBe(200);
  const unknown = await api.request('sms/inbound/pigeon', { json: {} });
  expect(unknown).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const unproven = await api.request('sms/inbound/infobip', { json: { results: [] } });
  expect(unproven.status).toBe(403);
  expect(await state()).toMatchObject({ state: 'open' });
});

it('texts that can’t be answer sheets keep out none that are delivered in the same call', async () => {
  const sound = {
    from: FROM,
    text: await answerText(phone, sheet),
    receivedAt: new Date(START + 50 * MINUTE).toISOString(),
  };
  const strange = [{ from: FROM, text: 'A'.repeat(3_000) }, { from: FROM }, null];
  const status = (
    await api.fetch('sms/inbound/infobip', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`x:${INBOUND_SECRET}`).toString('base64')}`,
      },
      body: JSON.stringify({
        results: [...strange, ...Array(300).fill({ from: FROM, text: 'STOP' }), sound],
      }),
    })
  ).status;
  expect(status).toBe(200);
  expect(await state()).toMatchObject({ state: 'submitted', answers: sheet });
});

it('a call is bounded in bytes, fields and field names before anything is computed from it', async () => {
  const post = (provider: string, body: string, type = 'application/x-www-form-urlencoded') =>
    api.fetch(`sms/inbound/${provider}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  const fields = (count: number, name = 'f') =>
    Array.from({ length: count }, (_, n) => `${name}${n}=1`).join('&');
  expect((await post('vonage', `text=${'A'.repeat(20_000)}`)).status).toBe(413);
  // Without the secret, a call isn't read at all, however large it is.
  for (const provider of ['infobip', 'custom'])
    expect((await post(provider, 'A'.repeat(400_000))).status).toBe(403);
  const custom = `custom?secret=${INBOUND_SECRET}`;
  expect((await post(custom, `text=${'A'.repeat(20_000)}`)).status).toBe(413);
  expect((await post(custom, `message=STOP&${fields(40)}`)).status).toBe(200);
  for (const more of [fields(51), fields(1, 'x'.repeat(41)), fields(1, '%F0%9F%99%82')])
    expect((await post(custom, `message=STOP&${more}`)).status).toBe(403);
});

describe('the answer text', () => {
  it('for another sitting, or sealed with another device’s key, changes nothing', async () => {
    const text = await answerText(phone, sheet);
    const mine = phone;
    await sit();
    const other = { ...phone.opened, sittingId: mine.opened.sittingId };
    expect(
      await tell({ from: FROM, text: await answerText({ opened: other }, sheet), at: START }),
    ).toBe(200);
    expect(await state()).toMatchObject({ state: 'open' });
    await tell({ from: FROM, text, at: START });
    expect(await state()).toMatchObject({ state: 'open' });
    phone = mine;
    expect(await state()).toMatchObject({ state: 'submitted' });
  });

  it('that came too late waits for a decision', async () => {
    const at = START + 60 * MINUTE + TRANSIT_ALLOWANCE_MS + 1_000;
    const text = await answerText(phone, sheet, { kind: 'timer', seconds: 3_600 });
    api.clock.now = at;
    await tell({ from: FROM, text, at });
    expect(await state()).toMatchObject({
      state: 'submitted',
      held: 1,
      answers: [null, null, null, null],
    });
  });

  it('[AT9] of a timer that ran ahead doesn’t end the sitting', async () => {
    const text = await answerText(phone, sheet, { kind: 'timer' });
    await tell({ from: FROM, text, at: START + 10 * MINUTE });
    expect(await state()).toMatchObject({ state: 'open', answers: sheet });
    expect(codes()).toEqual([]);
  });

  it('[AT14] sent so far counts as an act at its turn, doesn’t end the sitting, and gets no receipt', async () => {
    const soFar = (answers: (string | null)[], seq: number) =>
      answerText(phone, answers, { kind: 'so-far', seq });
    const qid = (index: number) => phone.opened.questions[index]?.qid;
    api.clock.now = START + 5 * MINUTE;
    await phone.push([
      phone.event(1, 'started'),
      phone.event(2, 'answered', qid(0), 'OptionThree'),
    ]);
    await tell({
      from: FROM,
      text: await soFar(['OptionOne', 'OptionTwo', null, null], 4),
      at: START + 6 * MINUTE,
    });
    expect(await state()).toEqual({
      state: 'open',
      answers: ['OptionOne', 'OptionTwo', null, null],
      held: 0,
      receipt: null,
    });
    const [{ answered }] = (await api.deps.db.rows('select answered from sittings where id = $1', [
      phone.opened.sittingId,
    ])) as [{ answered: number }];
    expect(answered).toBe(2);
    // What the phone did after the text arrives later, and counts.
    api.clock.now = START + 20 * MINUTE;
    await phone.push([3, 4].map((seq) => phone.event(seq, 'marked', qid(2))));
    await phone.push([phone.event(5, 'answered', qid(0), 'OptionFour')]);
    expect(await state()).toMatchObject({ answers: ['OptionFour', 'OptionTwo', null, null] });
    expect(codes()).toEqual([]);
    api.clock.now = START + 2 * 60 * MINUTE;
    await closeOverdue(api.deps);
    expect(await state()).toMatchObject({ state: 'closed', held: 0 });
    expect(await score()).toMatchObject([{ score: [{ TotalScore: 0 }, { Texted: 0 }] }]);
  });

  it('[AT14] sent so far counts for each phone of a sitting, even at the same place in their logs', async () => {
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    const soFar = { kind: 'so-far', seq: 4 } as const;
    const texts = [
      await answerText(phone, ['OptionOne', 'OptionTwo', null, null], soFar),
      await answerText(second, ['OptionThree', null, null, null], soFar),
    ];
    for (const text of texts) await tell({ from: FROM, text, at: START + 6 * MINUTE });
    expect(await state()).toMatchObject({
      answers: ['OptionThree', 'OptionTwo', null, null],
      held: 0,
    });
  });

  it('[AT14] sent so far under a turn that its phone was never given changes nothing', async () => {
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    await second.push([second.event(1, 'answered', phone.opened.questions[0]?.qid, 'OptionThree')]);
    for (const epoch of [2, 3]) {
      const text = await answerText(phone, ['OptionOne', 'OptionTwo', null, null], {
        kind: 'so-far',
        seq: 99,
        epoch,
      });
      await tell({ from: FROM, text, at: START + 6 * MINUTE });
    }
    expect(await state()).toMatchObject({ answers: ['OptionThree', null, null, null] });
  });

  it('[AT14] sent so far and delivered after the server closed makes the server score again', async () => {
    const text = await answerText(phone, ['OptionOne', null, null, null], {
      kind: 'so-far',
      seq: 3,
    });
    api.clock.now = START + 2 * 60 * MINUTE;
    await closeOverdue(api.deps);
    await tell({ from: FROM, text, at: START + 30 * MINUTE });
    expect(await state()).toMatchObject({
      state: 'closed',
      answers: ['OptionOne', null, null, null],
    });
    const told = [{ score: [{ TotalScore: 1 }, { Texted: 1 }] }];
    expect(await score()).toMatchObject(told);
    // A proctor who types the same text later doesn't make any of it late [AT15].
    const typed = await api.request('sync/handover', { token: api.adminToken, json: { text } });
    expect(typed.status).toBe(200);
    expect(await state()).toMatchObject({ held: 0, answers: ['OptionOne', null, null, null] });
    expect(await score()).toMatchObject(told);
  });

  it('is completed by the phone’s log and by a hand-over, in any order', async () => {
    const events = () => {
      const qid = (index: number) => phone.opened.questions[index]?.qid;
      return [
        phone.event(1, 'started'),
        phone.event(2, 'answered', qid(0), 'OptionOne'),
        phone.event(3, 'answered', qid(1), 'OptionTwo'),
        phone.event(4, 'cleared', qid(2)),
        phone.event(5, 'submitted'),
      ].map((event, index) => ({ ...event, elapsed: index * MINUTE }));
    };
    const answers = () =>
      sheet.flatMap((answer, index) =>
        answer === null ? [] : [{ qid: phone.opened.questions[index]?.qid ?? '', answer }],
      );
    const ways = {
      text: async () => {
        const text = await answerText(phone, sheet, { seconds: 240 });
        await tell({ from: FROM, text, at: START + 59 * MINUTE });
      },
      submission: async () => {
        const { status } = await phone.submit(5, answers(), {
          events: events(),
          elapsed: 4 * MINUTE,
        });
        expect(status).toBe(200);
      },
      file: async () => {
        const body = await handOver(phone, events(), { answers: answers() });
        const taken = await api.request(
          `sync/handover?takenAt=${new Date(START + 60 * MINUTE).toISOString()}`,
          { token: api.adminToken, body },
        );
        expect(taken).toMatchObject({ status: 200, body: { acked: 5, submitted: true } });
      },
    };
    const states: unknown[] = [];
    for (const order of [
      ['text', 'submission', 'file'],
      ['submission', 'file', 'text'],
      ['file', 'text', 'submission'],
      ['text', 'text', 'file', 'submission', 'text'],
    ] as const) {
      await sit();
      const made = { ...ways };
      api.clock.now = START + 2 * 60 * MINUTE;
      await closeOverdue(api.deps);
      for (const way of order) await made[way]();
      const { receipt, ...rest } = await state();
      const { log, submissions, receipt: signed } = await sittingOf(api, phone);
      // The receipt also covers the log once the log is here, and says when the submission was received.
      expect(signed?.log).toMatch(/^[\da-f]{64}$/);
      if (order[0] === 'text')
        expect(signed?.receivedAt).toBe(new Date(START + 59 * MINUTE).toISOString());
      states.push({
        ...rest,
        score: await score(),
        log: log.map(({ seq, elapsed }) => [seq, elapsed]).sort(),
        submissions: submissions.map(({ receivedAt, digest }) => [receivedAt, digest.length]),
      });
    }
    for (const one of states.slice(1)) expect(one).toEqual(states[0]);
    expect(states[0]).toMatchObject({ state: 'submitted', held: 0, answers: sheet });
  });

  it('counts while a page of the candidate is still missing, but has no receipt yet [rule 21]', async () => {
    examId = await api.makeExam({
      format: 'MIX',
      sections: [{ fieldType: 'Texted', fieldCount: 4 }],
    });
    await sit();
    await phone.push([phone.event(1, 'documents', undefined, 'a'.repeat(64))]);
    const told = { from: FROM, text: await answerText(phone, sheet), at: START + 50 * MINUTE };
    expect(await tell(told)).toBe(200);
    expect(await state()).toMatchObject({ state: 'submitted', answers: sheet, receipt: null });
    expect(codes()).toEqual([]);
  });

  it('is answered however the operator writes the sender’s number', async () => {
    const told = { text: await answerText(phone, sheet), at: START + 50 * MINUTE };
    expect(await tell({ ...told, from: '+91 98765-43210' })).toBe(200);
    expect(codes()).toEqual([[`+${FROM}`, (await state()).receipt]]);
  });

  it('[AT15] is never counted later than now or earlier than the start, whatever the proctor’s phone says', async () => {
    for (const [says, counts] of [
      [90, 50],
      [-30, 0],
    ] as const) {
      await sit();
      const text = await answerText(phone, sheet);
      api.clock.now = START + 50 * MINUTE;
      const takenAt = new Date(START + says * MINUTE).toISOString();
      const json = { text, takenAt };
      expect((await api.request('sync/handover', { token: api.adminToken, json })).status).toBe(
        200,
      );
      const { submissions } = await sittingOf(api, phone);
      expect(submissions.map(({ receivedAt }) => receivedAt)).toEqual([START + counts * MINUTE]);
    }
  });

  it('typed by a proctor in groups and lower case is accepted just the same', async () => {
    const text = (await answerText(phone, sheet)).toLowerCase().replace(/.{4}/g, '$& ');
    const taken = await api.request('sync/handover', {
      token: api.adminToken,
      json: { text, takenAt: new Date(START).toISOString() },
    });
    expect(taken).toMatchObject({ status: 200, body: { submitted: true, acked: 0 } });
    const altered = await api.request('sync/handover', {
      token: api.adminToken,
      json: {
        text: text.replace(
          /^(.{40})./,
          (_, kept: string) => `${kept}${text[40] === 'z' ? 'y' : 'z'}`,
        ),
      },
    });
    expect(altered).toMatchObject({ status: 422, body: { fields: { reason: 'altered' } } });
  });
});
