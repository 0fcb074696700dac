// Schedules written by hand: what candidates, proctors or a phone's date may do, with the same phones and API as in the
// random schedules.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { MOST_EVENTS } from '#contract/wire/sync.ts';
import { answersOf, readPaper } from '#web/exam/local-db/read-sitting.ts';
import { addPage } from '#web/exam/sync/add-page.ts';
import { drainOutbox } from '#web/exam/sync/drain-outbox.ts';
import { whySignOutMustWait } from '#web/exam/sync/outside-exam.ts';
import { pushBatch } from '#web/exam/sync/push-batch.ts';
import { factsOf } from '#web/exam/sync/sitting-facts.ts';
import { unfinishedOf } from '#web/exam/sync/start-sync.ts';
import type { Send } from './bad-network.ts';
import { DURATION_MINUTES, type Hall, openHall } from './hall.ts';
import { type Candidate, Phone } from './phone.ts';

const MINUTE = 60_000;
let hall: Hall;
let candidate: Candidate;
let isOnline: boolean;
/** The server receives everything, but its answers are lost. */
let isAnswerLost: boolean;
/** Something that the candidate does once, while an opening is being answered. */
let meanwhile: (() => Promise<unknown>) | null;
/** Pieces of pages don't get through; everything else does. */
let isPutCut: boolean;

beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.api.close());
beforeEach(async () => {
  candidate = await hall.newCandidate();
  isOnline = true;
  isAnswerLost = false;
  meanwhile = null;
  isPutCut = false;
});

const network: Send = async (url, init) => {
  if (!isOnline || (isPutCut && init.method === 'PUT')) throw new TypeError('Failed to fetch');
  const reply = await hall.send(url, init);
  const act = url.endsWith('/sitting') ? meanwhile : null;
  if (act) meanwhile = null;
  await act?.();
  if (isAnswerLost) throw new TypeError('Failed to fetch');
  return reply;
};
const newPhone = () => {
  const phone = new Phone(candidate, network, () => hall.api.clock.now);
  onTestFinished(() => phone.close());
  return phone;
};
const drain = (phone: Phone) =>
  drainOutbox(phone.deps, candidate.uid, new AbortController().signal);
async function firstQid(phone: Phone): Promise<string> {
  const qid = (await readPaper(phone.deps.db, (await phone.row()).sittingId))?.questions[0]?.qid;
  if (!qid) throw new Error('no paper');
  return qid;
}
const answer = async (phone: Phone, option: string) =>
  phone.act({ type: 'answered', qid: await firstQid(phone), answer: option });

describe('the phone’s date', () => {
  it('set forward while the browser was closed makes the timer submit too early, and the server’s word takes that back [AT9]', async () => {
    const phone = newPhone();
    await phone.open(false);
    await answer(phone, 'OptionTwo');
    isOnline = false;
    phone.restart(5 * 60 * MINUTE);
    expect(await phone.isTimeUp()).toBe(true);
    await phone.submit(true);
    await expect(drain(phone)).rejects.toMatchObject({ code: 'offline' });
    isOnline = true;
    await drain(phone);
    expect(await phone.row()).toMatchObject({ handIn: null, serverState: 'open' });
    expect(await answer(phone, 'OptionOne')).not.toBeNull();
    await phone.submit(false);
    await drain(phone);
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    const types = (await hall.whole(candidate))?.log.map(({ type }) => type);
    expect(types).toEqual([
      'started',
      'answered',
      'submitted',
      'reopened',
      'answered',
      'submitted',
    ]);
  });

  it('changes neither the deadline nor the measured time while the browser runs or after it is killed (rule 14)', async () => {
    const phone = newPhone();
    await phone.open(false);
    for (const hours of [6, -6]) {
      phone.lie = hours * 60 * MINUTE;
      hall.pass(MINUTE);
      await answer(phone, 'OptionOne');
      phone.restart();
      expect(await phone.isTimeUp()).toBe(false);
      await answer(phone, 'OptionTwo');
    }
    const elapsed = (await phone.outbox())
      .filter(({ type }) => type === 'answered')
      .map((row) => Math.round(row.elapsed / MINUTE));
    expect(elapsed).toEqual([1, 1, 2, 2]);
  });

  it('doesn’t matter when the time really is up: the submission is sent and gets its receipt [AT10]', async () => {
    const phone = newPhone();
    await phone.open(false);
    await answer(phone, 'OptionOne');
    isOnline = false;
    hall.pass((DURATION_MINUTES + 30) * MINUTE);
    phone.restart();
    await phone.submit(true);
    isOnline = true;
    await drain(phone);
    expect(await phone.row()).toMatchObject({
      handIn: { elapsed: DURATION_MINUTES * MINUTE },
      score: [{ TotalScore: 3 }, { Sync: 3 }],
    });
    expect(factsOf(await phone.row()).received).toBe(true);
  });
});

describe('the phone’s date, wrong from the beginning', () => {
  for (const hours of [-5, 5])
    it(`by ${hours} h still shows the true time left after an offline reload right after the start (rules 6, 14)`, async () => {
      const phone = newPhone();
      phone.restart(hours * 60 * MINUTE);
      await phone.open(false);
      isOnline = false;
      hall.pass(3_000);
      await phone.reload();
      const left = (await phone.row()).deadline - phone.deps.clock.now();
      expect(Math.abs(left - (DURATION_MINUTES * MINUTE - 3_000))).toBeLessThan(1_000);
      expect(await phone.isTimeUp()).toBe(false);
      expect(await answer(phone, 'OptionOne')).not.toBeNull();
    });
});

describe('two devices (rule 10)', () => {
  it('the old one learns that it lost its turn, still sends what it has, and its submission is set aside', async () => {
    const [old, fresh] = [newPhone(), newPhone()];
    await old.open(false);
    isOnline = false;
    await answer(old, 'OptionTwo');
    isOnline = true;
    await expect(fresh.open(false)).rejects.toMatchObject({ code: 'open-elsewhere' });
    await fresh.open(true);
    await answer(fresh, 'OptionOne');
    await old.submit(false);
    await drain(old);
    expect(await old.outbox()).toEqual([]);
    expect(factsOf(await old.row())).toMatchObject({ mine: false, submitted: false });
    expect(await answer(old, 'OptionThree')).toBeNull();
    await fresh.submit(false);
    await drain(fresh);
    expect((await fresh.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it('the old one, once it knows, submits nothing: neither what was on its disk nor anything new [AT5]', async () => {
    const [old, fresh] = [newPhone(), newPhone()];
    await old.open(false);
    await answer(old, 'OptionTwo');
    await old.submit(false);
    await fresh.open(true);
    const { deps } = old;
    await pushBatch(deps, await old.row(), [], new AbortController().signal);
    const submit = vi.spyOn(deps.wire, 'submit');
    await drainOutbox(deps, candidate.uid, new AbortController().signal);
    expect(submit).not.toHaveBeenCalled();
    expect(await old.outbox()).toEqual([]);
    await old.deps.db.sittings.update((await old.row()).sittingId, { handIn: null });
    await old.submit(false);
    expect(await old.row()).toMatchObject({ handIn: null });
    expect(await old.outbox()).toEqual([]);
  });

  it('taking the sitting back shows the newer answer of the other device', async () => {
    const [first, second] = [newPhone(), newPhone()];
    await first.open(false);
    await answer(first, 'OptionTwo');
    await second.open(true);
    await answer(second, 'OptionOne');
    await drain(second);
    await first.open(true);
    const [row] = await first.deps.db.answers.toArray();
    expect(row?.answer).toBe('OptionOne');
  });
});

describe('the first phone’s answers that arrive after the second took over [AT13]', () => {
  /** The first phone still has its second and third answers, and the second phone has taken over without them. */
  async function movedTooEarly(): Promise<{ first: Phone; second: Phone; qids: string[] }> {
    const [first, second] = [newPhone(), newPhone()];
    await first.open(false);
    const paper = await readPaper(first.deps.db, (await first.row()).sittingId);
    const qids = paper?.questions.map(({ qid }) => qid) ?? [];
    const [one = '', two = '', three = ''] = qids;
    await first.act({ type: 'answered', qid: one, answer: 'OptionOne' });
    await drain(first);
    for (const qid of [one, two, three])
      await first.act({ type: 'answered', qid, answer: 'OptionTwo' });
    await second.open(true);
    await second.act({ type: 'answered', qid: three, answer: 'OptionOne' });
    await drain(second);
    return { first, second, qids };
  }
  const shownOn = async (phone: Phone) => {
    const rows = await answersOf(phone.deps.db, (await phone.row()).sittingId);
    return new Map(rows.map(({ qid, answer: shown, elsewhere }) => [qid, { shown, elsewhere }]));
  };

  it('are shown as another phone’s, submitted, and scored as shown', async () => {
    const { first, second, qids } = await movedTooEarly();
    const [one = '', two = '', three = '', four = ''] = qids;
    await drain(first);
    await second.act({ type: 'answered', qid: four, answer: 'OptionOne' });
    await drain(second);
    const shown = await shownOn(second);
    expect(shown.get(one)).toEqual({ shown: 'OptionTwo', elsewhere: true });
    expect(shown.get(two)).toEqual({ shown: 'OptionTwo', elsewhere: true });
    // What this phone answered in its own turn stays.
    expect(shown.get(three)).toEqual({ shown: 'OptionOne', elsewhere: false });
    await second.submit(false);
    await drain(second);
    expect((await hall.whole(candidate))?.submissions[0]?.answers).toHaveLength(4);
    expect((await second.row()).score).toEqual([{ TotalScore: 4 }, { Sync: 4 }]);
  });

  it('are fetched when the app comes to the front or is reloaded, even with nothing to send', async () => {
    const { first, second, qids } = await movedTooEarly();
    await drain(first);
    await second.reload();
    await drain(second);
    const [, two = ''] = qids;
    expect((await shownOn(second)).get(two)).toEqual({ shown: 'OptionTwo', elsewhere: true });
    await second.act({ type: 'cleared', qid: two });
    expect((await shownOn(second)).get(two)).toEqual({ shown: '', elsewhere: false });
    await drain(second);
    expect((await shownOn(second)).get(two)).toEqual({ shown: '', elsewhere: false });
  });

  it('change nothing once this phone has submitted', async () => {
    const { first, second } = await movedTooEarly();
    await second.submit(false);
    const before = await shownOn(second);
    await drain(first);
    const [sitting, rows] = [await second.row(), await second.outbox()];
    await pushBatch(second.deps, sitting, rows, new AbortController().signal);
    expect(await shownOn(second)).toEqual(before);
  });

  it('cost no byte and no request for a sitting that never moved', async () => {
    const phone = newPhone();
    const sent: object[] = [];
    await phone.open(false);
    await answer(phone, 'OptionOne');
    const { deps } = phone;
    const { push } = deps.wire;
    deps.wire.push = (request, signal) => {
      sent.push(request);
      return push(request, signal);
    };
    for (let times = 0; times < 2; times += 1)
      await drainOutbox(deps, candidate.uid, new AbortController().signal);
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('others');
  });
});

describe('a full log', () => {
  it('is sent no more events: they stay on the phone, and the submission brings the answers [SY10]', async () => {
    const phone = newPhone();
    const { db } = phone.deps;
    await phone.open(false);
    await answer(phone, 'OptionTwo');
    await drain(phone);
    const { sittingId } = await phone.row();
    await db.sittings.update(sittingId, { nextSeq: MOST_EVENTS + 1 });
    await answer(phone, 'OptionOne');
    await drain(phone);
    expect((await phone.outbox()).map(({ seq }) => seq)).toEqual([MOST_EVENTS + 1]);
    await phone.submit(false);
    await expect(drain(phone)).rejects.toMatchObject({ code: 'too-large', retry: 'never' });
    expect(await phone.outbox()).toHaveLength(2);
    const whole = await hall.whole(candidate);
    expect(whole?.log).toHaveLength(2);
    expect(whole?.submissions[0]?.answers).toEqual([
      { qid: await firstQid(phone), answer: 'OptionOne' },
    ]);
    expect(whole?.state).toBe('submitted');
  });
});

describe('sending', () => {
  it('twice, backwards and in other batches leaves one log [SY4]', async () => {
    const phone = newPhone();
    await phone.open(false);
    for (const option of ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'])
      await answer(phone, option);
    const rows = await phone.outbox();
    const sitting = await phone.row();
    const batches = [rows.slice(2, 4), rows.slice(0, 3), rows, [...rows].reverse(), rows.slice(1)];
    for (const batch of batches) {
      // The first batch leaves a gap, and the phone takes that as a reason to try again.
      await pushBatch(phone.deps, sitting, batch, new AbortController().signal).catch(
        (error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }),
      );
    }
    const log = await hall.log(sitting.sittingId);
    const bySeq = log
      .sort((a, b) => a.seq - b.seq)
      .map(({ seq, type, answer }) => [seq, type, answer]);
    expect(bySeq).toEqual(rows.map(({ seq, type, answer }) => [seq, type, answer ?? null]));
    expect(await phone.outbox()).toEqual([]);
  });

  it('puts only events of one turn into a batch, each turn in its own [SY4]', async () => {
    const [first, second] = [newPhone(), newPhone()];
    await first.open(false);
    await drain(first);
    await second.open(true);
    meanwhile = () => answer(first, 'OptionOne');
    await first.open(true);
    await answer(first, 'OptionTwo');
    const rows = await first.outbox();
    const sent: { epoch: number; seqs: number[] }[] = [];
    const { wire } = first.deps;
    const push = wire.push;
    wire.push = (request, signal) => {
      sent.push({ epoch: request.epoch, seqs: request.events.map(({ seq }) => seq) });
      return push(request, signal);
    };
    await drainOutbox({ ...first.deps, wire }, candidate.uid, new AbortController().signal);
    const turns = [...new Set(rows.map(({ epoch }) => epoch))];
    expect(turns).toHaveLength(2);
    expect(sent).toEqual(
      turns.map((turn) => ({
        epoch: turn,
        seqs: rows.filter(({ epoch }) => epoch === turn).map(({ seq }) => seq),
      })),
    );
  });

  it('a submission goes on until its receipt is on the phone, and changes nothing [SY9]', async () => {
    const phone = newPhone();
    await phone.open(false);
    await answer(phone, 'OptionOne');
    await phone.submit(false);
    for (let tries = 0; tries < 3; tries += 1) {
      isAnswerLost = true;
      await expect(drain(phone)).rejects.toMatchObject({ retry: 'later' });
      expect((await phone.row()).receipt).toBeNull();
      expect(await phone.outbox()).not.toEqual([]);
    }
    const { receipt } = (await hall.whole(candidate)) ?? {};
    expect(receipt).toBeTruthy();
    isAnswerLost = false;
    await drain(phone);
    expect(await phone.row()).toMatchObject({ receipt });
    expect(await phone.outbox()).toEqual([]);
    expect((await hall.whole(candidate))?.submissions).toHaveLength(1);
  });
});

describe('a submission on the phone', () => {
  it('stays when the sitting is opened again under the same turn, and gets its receipt [SY9]', async () => {
    const phone = newPhone();
    await phone.open(false);
    await answer(phone, 'OptionOne');
    await phone.submit(false);
    await phone.open(false);
    expect(await phone.row()).toMatchObject({ handIn: { auto: false } });
    await drain(phone);
    expect((await phone.row()).receipt).not.toBeNull();
  });
});

describe('signing out', () => {
  it('has to wait while answers or the submission are only on the phone (decision 31)', async () => {
    const phone = newPhone();
    const { db } = phone.deps;
    await phone.open(false);
    await answer(phone, 'OptionOne');
    expect(await whySignOutMustWait(db, candidate.uid)).toMatch(
      /^2 answers on this phone have not reached/,
    );
    await drain(phone);
    expect(await whySignOutMustWait(db, candidate.uid)).toBeNull();
    expect(await unfinishedOf(db, candidate.uid)).toBe('under-way');
    await phone.submit(false);
    expect(await whySignOutMustWait(db, candidate.uid)).toMatch(/not reached/);
    expect(await unfinishedOf(db, candidate.uid)).toBe('submitted');
    await drain(phone);
    expect(await whySignOutMustWait(db, candidate.uid)).toBeNull();
    expect(await unfinishedOf(db, candidate.uid)).toBeNull();
  });
});

describe('a document page that is only on the phone', () => {
  it('prevents signing out and is counted for the proctor, even with no event waiting (rules 3, 22)', async () => {
    const phone = newPhone();
    const { db } = phone.deps;
    await phone.open(false);
    const { sittingId } = await phone.row();
    await addPage(phone.deps, sittingId, { type: 'image/jpeg', bytes: new ArrayBuffer(70_000) });
    isPutCut = true;
    await expect(drain(phone)).rejects.toMatchObject({ code: 'offline' });
    expect(await phone.outbox()).toEqual([]);
    expect(await whySignOutMustWait(db, candidate.uid)).toMatch(
      /^1 document page on this phone has not reached/,
    );
    expect(await unfinishedOf(db, candidate.uid)).toBe('under-way');
    await answer(phone, 'OptionOne');
    await expect(drain(phone)).rejects.toMatchObject({ code: 'offline' });
    const [told] = z
      .array(z.object({ waiting: z.int() }))
      .parse(
        await hall.api.deps.db.rows('select waiting from sittings where id = $1', [sittingId]),
      );
    expect(told?.waiting).toBe(1);
  });
});

describe('the number of things waiting on the phone', () => {
  const told = async (phone: Phone) =>
    z
      .tuple([z.object({ waiting: z.int() })])
      .parse(
        await hall.api.deps.db.rows('select waiting from sittings where id = $1', [
          (await phone.row()).sittingId,
        ]),
      )[0].waiting;
  const sendFirst = async (phone: Phone) =>
    pushBatch(
      phone.deps,
      await phone.row(),
      (await phone.outbox()).slice(0, 1),
      new AbortController().signal,
    );

  it('is reported with each push, and is zero once the rest has arrived, also with the submission (rule 22)', async () => {
    const phone = newPhone();
    await phone.open(false);
    await answer(phone, 'OptionOne');
    await sendFirst(phone);
    expect(await told(phone)).toBe(1);
    await drain(phone);
    expect(await told(phone)).toBe(0);
    for (const option of ['OptionTwo', 'OptionOne']) await answer(phone, option);
    await sendFirst(phone);
    expect(await told(phone)).toBe(1);
    await phone.submit(false);
    await drain(phone);
    expect((await phone.row()).receipt).not.toBeNull();
    expect(await told(phone)).toBe(0);
  });
});

describe('a push', () => {
  it('of one answer takes less than 250 bytes (rule 13)', async () => {
    const phone = newPhone();
    const sent: string[] = [];
    await phone.open(false);
    await drain(phone);
    await answer(phone, 'OptionThree');
    const { wire } = phone.deps;
    const push = wire.push;
    wire.push = (request, signal) => {
      sent.push(JSON.stringify(request));
      return push(request, signal);
    };
    await drainOutbox({ ...phone.deps, wire }, candidate.uid, new AbortController().signal);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.length).toBeLessThan(250);
  });
});
