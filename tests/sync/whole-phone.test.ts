// The app as a phone boots it, in schedules written by hand. They find faults that don't show when a test calls the app's parts one by one.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import type { OptionName } from '#contract/wire/values.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import { answersOf, readOwed, readPaper } from '#web/exam/local-db/read-sitting.ts';
import { addPage } from '#web/exam/sync/add-page.ts';
import { drainOutbox } from '#web/exam/sync/drain-outbox.ts';
import type { BootedApp } from './booted-app.ts';
import { DURATION_MINUTES, type Hall, openHall } from './hall.ts';
import { type Candidate, Phone } from './phone.ts';

const MINUTE = 60_000;
let hall: Hall;
let candidate: Candidate;
let isOnline: boolean;
/** Requests with this text in their address or body don't get through. */
let cut: string | null;
/** How many requests all phones have made. */
let asked: number;

beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.api.close());
beforeEach(async () => {
  candidate = await hall.newCandidate();
  isOnline = true;
  cut = null;
  asked = 0;
});

const newPhone = () => {
  const phone = new Phone(
    candidate,
    async (url, init) => {
      asked += 1;
      if (!isOnline || (cut && `${url} ${init.body}`.includes(cut)))
        throw new TypeError('Failed to fetch');
      return hall.send(url, init);
    },
    () => hall.api.clock.now,
  );
  onTestFinished(() => phone.off());
  return phone;
};
const placeOf = (app: BootedApp) => app.sitting?.getSnapshot().value;

/** Closes the storage under the app before transaction number `before`, from 1. @returns how many have begun since */
async function closeStorage(phone: Phone, before: number): Promise<() => number> {
  const { db } = phone.deps;
  let begun = 0;
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      transaction: (...given) => {
        begun += 1;
        if (begun === before) db.close();
        return core.transaction(...given);
      },
    }),
  });
  // Dexie uses the middleware from the next opening on.
  db.close();
  await db.open();
  begun = 0;
  return () => begun;
}

/** Boots the app for a candidate and begins the exam. */
async function begun(phone: Phone): Promise<BootedApp> {
  const app = phone.boot('the exam’s page');
  await app.settle();
  app.sitting?.send({ type: 'START' });
  await app.settle();
  expect(placeOf(app)).toEqual({ timed: 'writing' });
  return app;
}
async function answer(phone: Phone, option: string): Promise<void> {
  const { sittingId } = await phone.row();
  const qid = (await readPaper(phone.deps.db, sittingId))?.questions[0]?.qid ?? '';
  phone.app?.sitting?.send({ type: 'ACT', act: { type: 'answered', qid, answer: option } });
  await phone.app?.settle();
}

const storageOf = (phone: Phone) => {
  let refusals = 0;
  phone.deps.db.outbox.hook('creating', () => {
    if (refusals === 0) return;
    refusals -= 1;
    throw new DOMException('No space left.', 'QuotaExceededError');
  });
  return {
    refuse: (times: number) => {
      refusals = times;
    },
  };
};
const messageOf = (app: BootedApp) => app.sitting?.getSnapshot().context.message;
/** What the candidate can press, without waiting for the app. */
async function acts(phone: Phone) {
  const { sittingId } = await phone.row();
  const questions = (await readPaper(phone.deps.db, sittingId))?.questions ?? [];
  const send = (act: CandidateAct) => phone.app?.sitting?.send({ type: 'ACT', act });
  const qidOf = (question: number) => questions[question]?.qid ?? '';
  return {
    choose: (question: number, option: OptionName) =>
      send({ type: 'answered', qid: qidOf(question), answer: option }),
    clear: (question: number) => send({ type: 'cleared', qid: qidOf(question) }),
    chosen: async () => {
      const answers = await answersOf(phone.deps.db, sittingId);
      return questions.map(({ qid }) => answers.find((row) => row.qid === qid)?.answer);
    },
  };
}
/** A candidate who has begun, on a phone whose storage can be told to refuse writes. */
async function begunOnFullDisk() {
  const phone = newPhone();
  const app = await begun(phone);
  return { phone, app, storage: storageOf(phone), ...(await acts(phone)) };
}
const TO_THE_END = Number.POSITIVE_INFINITY;

describe('when the phone’s storage refuses a write', () => {
  it('an answer pressed just before the submission still counts (rule 7) [AT21]', async () => {
    const { phone, app, storage, choose } = await begunOnFullDisk();
    storage.refuse(1);
    choose(0, 'OptionOne');
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('done');
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it('one retry saves both the answer and the submission, and the answer counts (rule 7) [AT21]', async () => {
    const { phone, app, storage, choose } = await begunOnFullDisk();
    storage.refuse(TO_THE_END);
    choose(0, 'OptionOne');
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('submissionFailed');
    expect(messageOf(app)).toContain('This phone is full');
    storage.refuse(0);
    app.sitting?.send({ type: 'RETRY' });
    await app.settle();
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it('an answer refused before the time ends still counts as given in time (rule 7) [AT10] [AT21]', async () => {
    const { phone, app, storage, choose } = await begunOnFullDisk();
    storage.refuse(TO_THE_END);
    choose(0, 'OptionOne');
    await app.settle();
    hall.pass((DURATION_MINUTES + 1) * MINUTE);
    app.wake();
    await app.settle();
    expect(placeOf(app)).toBe('submissionFailed');
    storage.refuse(0);
    hall.pass(MINUTE);
    app.wake();
    await app.settle();
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it('the exam is submitted when the time ends on another page, though the first attempt is refused [AT10]', async () => {
    const phone = newPhone();
    await begun(phone);
    await answer(phone, 'OptionOne');
    await phone.kill();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const app = phone.boot('another page');
      await app.settle();
      const storage = storageOf(phone);
      isOnline = false;
      storage.refuse(1);
      const told = vi.spyOn(console, 'error').mockImplementation(() => {});
      hall.pass((DURATION_MINUTES + 1) * MINUTE);
      await vi.advanceTimersByTimeAsync(10_000);
      await app.settle();
      expect((await phone.row()).handIn).toBeNull();
      expect(told).toHaveBeenCalledOnce();
      told.mockRestore();
      await vi.advanceTimersByTimeAsync(10_000);
      await app.settle();
      expect((await phone.row()).handIn).toMatchObject({ auto: true });
      isOnline = true;
      app.wake();
      await app.settle();
      expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('the next act first saves the refused one, and the alert goes away (rule 7) [AT21]', async () => {
    const { app, storage, choose, clear, chosen } = await begunOnFullDisk();
    storage.refuse(1);
    choose(0, 'OptionOne');
    await app.settle();
    expect(messageOf(app)).toContain('This phone is full');
    expect((await chosen()).slice(0, 2)).toEqual([undefined, undefined]);
    choose(1, 'OptionTwo');
    await app.settle();
    expect(messageOf(app)).toBeNull();
    expect((await chosen()).slice(0, 2)).toEqual(['OptionOne', 'OptionTwo']);

    storage.refuse(1);
    choose(0, 'OptionThree');
    await app.settle();
    clear(0);
    await app.settle();
    expect((await chosen())[0]).toBe('');

    // Two presses at the same moment; the disk refuses the first.
    storage.refuse(1);
    choose(0, 'OptionThree');
    choose(0, 'OptionFour');
    await app.settle();
    expect(messageOf(app)).toBeNull();
    expect((await chosen())[0]).toBe('OptionFour');
  });
});

describe('a phone that boots the app', () => {
  it('opens the exam, sends an answer, submits and gets its receipt', async () => {
    const phone = newPhone();
    const app = await begun(phone);
    await answer(phone, 'OptionOne');
    expect(await phone.outbox()).toEqual([]);
    expect(app.isUnderWay()).toBe(true);
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('done');
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    expect(app.isUnderWay()).toBe(false);
  });

  it('submits an exam whose time ended while the phone was off, also when another page is opened [AT10]', async () => {
    const phone = newPhone();
    await begun(phone);
    isOnline = false;
    await answer(phone, 'OptionOne');
    phone.app?.wake();
    await phone.kill();
    hall.pass((DURATION_MINUTES + 1) * MINUTE);
    const app = phone.boot('another page');
    await app.settle();
    expect(await phone.row()).toMatchObject({
      handIn: { auto: true, elapsed: DURATION_MINUTES * MINUTE },
      receipt: null,
    });
    expect(app.isUnderWay()).toBe(true);
    isOnline = true;
    app.wake();
    await app.settle();
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    expect((await phone.row()).receipt).not.toBeNull();
    expect(app.isUnderWay()).toBe(false);
  });

  it('completes a submission that had not reached the server when the battery died [SY9]', async () => {
    const phone = newPhone();
    const app = await begun(phone);
    await answer(phone, 'OptionOne');
    isOnline = false;
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('submitted');
    await phone.kill();
    const again = phone.boot('the exam’s page');
    await again.settle();
    expect(placeOf(again)).toBe('submitted');
    isOnline = true;
    again.wake();
    await again.settle();
    expect(placeOf(again)).toBe('done');
  });

  it('sends what it still holds before it takes the sitting back, and shows its own last answer [AT4]', async () => {
    const [first, second] = [newPhone(), newPhone()];
    await begun(first);
    await answer(first, 'OptionTwo');
    cut = 'sync/push';
    await answer(first, 'OptionOne');
    await first.kill();
    cut = null;
    const other = second.boot('the exam’s page');
    await other.settle();
    other.sitting?.send({ type: 'START' });
    await other.settle();
    expect(placeOf(other)).toEqual({ open: 'elsewhere' });
    other.sitting?.send({ type: 'TAKE_OVER' });
    await other.settle();
    expect(placeOf(other)).toEqual({ timed: 'writing' });
    await second.kill();
    // No app is booted here, so only the take-over itself sends anything.
    await first.open(true);
    expect(await answersOf(first.deps.db, (await first.row()).sittingId)).toMatchObject([
      { answer: 'OptionOne' },
    ]);
    expect(await first.outbox()).toEqual([]);
  });

  it.each(['answer', 'submission'] as const)(
    'sends its %s in one drain, whichever of the drain’s transactions finds the storage closed [rule 7]',
    async (what) => {
      let looks = 0;
      for (let closed = 0; closed <= looks; closed += 1) {
        candidate = await hall.newCandidate();
        const phone = newPhone();
        await phone.open(false);
        await phone.act({ type: 'answered', qid: 'q', answer: 'OptionOne' });
        if (what === 'submission') await phone.submit(false);
        const count = await closeStorage(phone, closed);
        await drainOutbox(phone.deps, candidate.uid, new AbortController().signal);
        if (closed === 0) looks = count();
        expect(await phone.outbox()).toEqual([]);
        expect((await phone.row()).receipt !== null).toBe(what === 'submission');
      }
      expect(looks).toBeGreaterThan(5);
    },
  );

  it('counts its exam as under way while it has answers that the server lacks, though another phone has submitted (rule 5)', async () => {
    const [first, second] = [newPhone(), newPhone()];
    await begun(first);
    isOnline = false;
    await answer(first, 'OptionTwo');
    await first.kill();
    isOnline = true;
    await second.open(true);
    await second.submit(false);
    await drainOutbox(second.deps, candidate.uid, new AbortController().signal);
    cut = '"events":[{';
    const app = first.boot('the exam’s page');
    await app.settle();
    expect(placeOf(app)).toBe('endedElsewhere');
    expect((await first.outbox()).length).toBeGreaterThan(0);
    expect(app.isUnderWay()).toBe(true);
    cut = null;
    app.wake();
    await app.settle();
    expect(await first.outbox()).toEqual([]);
    expect(app.isUnderWay()).toBe(false);
  });

  it('sends a page in pieces, continues after the battery died, and resends a page that the server lost (rule 6)', async () => {
    const examId = await hall.api.makeExam({ format: 'DOC Upload' });
    candidate = { examId, ...(await hall.api.makeCandidate({ examId, status: 'Fees Paid' })) };
    const phone = newPhone();
    await begun(phone);
    const { sittingId } = await phone.row();
    cut = 'start=65536';
    await addPage(phone.deps, sittingId, { type: 'image/png', bytes: await somePage() });
    await phone.app?.settle();
    expect(await phone.deps.db.pages.toArray()).toMatchObject([{ sent: 65_536, pending: 1 }]);
    await phone.kill();
    cut = null;
    const app = phone.boot('the exam’s page');
    await app.settle();
    expect(await phone.deps.db.pages.toArray()).toMatchObject([{ pending: 0 }]);
    await hall.api.deps.db.rows('delete from sitting_documents where sitting_id = $1', [sittingId]);
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('done');
    expect((await hall.whole(candidate))?.documentsHeld.size).toBe(1);
  });

  it('sends a page that was photographed without a network, after the exam time has ended (rule 6) [AT8]', async () => {
    const examId = await hall.api.makeExam({ format: 'DOC Upload', durationMinutes: 60 });
    candidate = { examId, ...(await hall.api.makeCandidate({ examId, status: 'Fees Paid' })) };
    const phone = newPhone();
    const app = await begun(phone);
    isOnline = false;
    const png = { type: 'image/png', bytes: await somePage() };
    await addPage(phone.deps, (await phone.row()).sittingId, png);
    await app.settle();
    hall.pass(DURATION_MINUTES * MINUTE + 5 * MINUTE);
    await closeOverdue(hall.api.deps);
    app.wake();
    await app.settle();
    await phone.kill();
    isOnline = true;
    const again = phone.boot('the exam’s page');
    await again.settle();
    expect(placeOf(again)).toBe('done');
    expect((await hall.whole(candidate))?.documentsHeld.size).toBe(1);
  });

  it('calls another phone’s page received only once that phone has sent it, and waits for it before the receipt (rule 3)', async () => {
    const examId = await hall.api.makeExam({ format: 'DOC Upload' });
    candidate = { examId, ...(await hall.api.makeCandidate({ examId, status: 'Fees Paid' })) };
    const [first, second] = [newPhone(), newPhone()];
    await begun(first);
    cut = '/documents/';
    const png = { type: 'image/png', bytes: await somePage() };
    await addPage(first.deps, (await first.row()).sittingId, png);
    await first.app?.settle();
    expect(await first.outbox()).toEqual([]);
    await first.kill();
    cut = null;

    await second.open(true);
    asked = 0;
    const app = second.boot('the exam’s page');
    await app.settle();
    const owed = async () => readOwed(second.deps.db, await second.row());
    expect(await owed()).toMatchObject({ elsewhere: 1, all: 1 });
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('submitted');
    expect(app.sync.getSnapshot().value).toBe('waiting');
    expect(await owed()).toMatchObject({ elsewhere: 1 });
    expect((await hall.whole(candidate))?.receipt).toBeNull();
    // This phone has nothing left to send, so it doesn't ask again and again without a pause.
    expect(asked).toBeLessThan(12);
    await second.kill();

    const there = first.boot('the exam’s page');
    await there.settle();
    expect((await hall.whole(candidate))?.documentsHeld.size).toBe(1);
    await first.kill();
    const again = second.boot('the exam’s page');
    await again.settle();
    expect(placeOf(again)).toBe('done');
    expect(await owed()).toMatchObject({ elsewhere: 0, all: 0 });
  });

  it('shows the receipt that arrives while its page opens, not that the exam was submitted before [AT1]', async () => {
    let greeting = Promise.resolve();
    const phone = new Phone(
      candidate,
      async (url, init) => {
        if (cut && url.includes(cut)) throw new TypeError('Failed to fetch');
        if (String(init.body).includes('"events":[]')) await greeting;
        return hall.send(url, init);
      },
      () => hall.api.clock.now,
    );
    onTestFinished(() => phone.off());
    const app = await begun(phone);
    cut = 'submit-mcq';
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('submitted');
    await phone.kill();
    cut = null;
    const received = vi.waitFor(async () => expect((await phone.row()).receipt).not.toBeNull(), {
      timeout: 60_000,
      interval: 5,
    });
    greeting = received;
    const again = phone.boot('the exam’s page');
    await received;
    await again.settle();
    expect(placeOf(again)).toBe('done');
  });

  it('asks again whether the server has the other phone’s page, and believes a changed reply (rule 3)', async () => {
    const examId = await hall.api.makeExam({ format: 'DOC Upload' });
    candidate = { examId, ...(await hall.api.makeCandidate({ examId, status: 'Fees Paid' })) };
    const [first, second] = [newPhone(), newPhone()];
    await begun(first);
    const png = { type: 'image/png', bytes: await somePage() };
    await addPage(first.deps, (await first.row()).sittingId, png);
    await first.app?.settle();
    await first.kill();
    await second.open(true);
    const owed = async () => readOwed(second.deps.db, await second.row());
    expect(await owed()).toMatchObject({ elsewhere: 1 });
    const app = second.boot('the exam’s page');
    await app.settle();
    expect(await owed()).toMatchObject({ elsewhere: 0, all: 0 });
    const { sittingId } = await second.row();
    await hall.api.deps.db.rows('delete from sitting_documents where sitting_id = $1', [sittingId]);
    app.sitting?.send({ type: 'SUBMIT' });
    await app.settle();
    expect(placeOf(app)).toBe('submitted');
    expect(await owed()).toMatchObject({ elsewhere: 1 });
  });
});

/** A picture of noise, which doesn't compress: it takes more than one piece. */
async function somePage(): Promise<ArrayBuffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 200, height: 200, channels: 3, background: 'white', noise } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer()).buffer;
}

it('opens the exam once a probe is answered, however long the pause after failures has become (torture 349298099) [SY11]', async () => {
  const phone = newPhone();
  const app = phone.boot('the exam’s page');
  await app.settle();
  isOnline = false;
  app.sitting?.send({ type: 'START' });
  await expect.poll(() => placeOf(app)).toEqual({ open: 'failed' });
  isOnline = true;
  // The clock that measures the pause stands still, so only the answered probe can open the exam.
  await expect.poll(() => placeOf(app)).toEqual({ timed: 'writing' });
});
