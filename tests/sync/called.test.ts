// What a phone does when the server calls it over the stream that it holds during a sitting.
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { listen } from '#web/exam/sync/listen.ts';
import { type Hall, openHall } from './hall.ts';
import { Phone } from './phone.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.api.close());

/** Puts an event on the stream, as if the server had sent it. */
let say: (event: string) => void;
let connected: Promise<void>;
let asked: number;
beforeEach(() => {
  asked = 0;
  let isConnected = () => {};
  connected = new Promise((resolve) => {
    isConnected = resolve;
  });
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (event) => controller.enqueue(encoder.encode(`event: ${event}\ndata: {}\n\n`));
    },
  });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    isConnected();
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  });
  vi.stubGlobal('navigator', { onLine: true });
});

async function newPhone(send = hall.send): Promise<Phone> {
  const candidate = await hall.newCandidate();
  const phone = new Phone(candidate, send, () => hall.api.clock.now);
  const user = JSON.stringify({ uid: candidate.uid, role: 'candidate', token: candidate.token });
  vi.stubGlobal('localStorage', { getItem: () => user });
  onTestFinished(() => phone.close());
  await phone.open(false);
  return phone;
}

/** Listens on the phone, as the page of the exam does. */
function listenOn(phone: Phone, wake = () => {}): void {
  onTestFinished(listen(phone.deps, phone.candidate, wake));
}

it('tries again at once when the server says that it is back, or has found the sitting of a phone that connects [SY7]', async () => {
  const phone = await newPhone();
  let woken = 0;
  listenOn(phone, () => {
    woken += 1;
  });
  await connected;
  say('still');
  say('back');
  await expect.poll(() => woken).toBe(1);
  say('standing');
  await expect.poll(() => woken).toBe(2);
});

it('connects no more when its page is left while it reads the disk', async () => {
  const phone = await newPhone();
  const stop = listen(phone.deps, phone.candidate, () => {});
  stop();
  // The disk is read in turn: by now `listen` has read it too.
  await withStorage(phone.deps.db, () => phone.row());
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  expect(asked).toBe(0);
});

it('listens again after a reload while its receipt is missing, even if the server has closed the sitting [SY7]', async () => {
  for (const serverState of ['open', 'closed'] as const) {
    const phone = await newPhone();
    await phone.submit(false);
    await phone.reload();
    const { sittingId } = await phone.row();
    await phone.deps.db.sittings.update(sittingId, { serverState });
    const before = asked;
    listenOn(phone);
    await expect.poll(() => asked).toBeGreaterThan(before);
  }
});

it('reopens storage that was closed under the app, to connect and to look, since nothing else may need it before the call [SY7]', async () => {
  const phone = await newPhone();
  let woken = 0;
  await phone.act({ type: 'answered', qid: 'q', answer: 'OptionOne' });
  phone.deps.db.close();
  listenOn(phone, () => {
    woken += 1;
  });
  await expect.poll(() => asked).toBe(1);
  phone.deps.db.close();
  say('look');
  await expect.poll(() => woken).toBe(1);
});

it('waits as long as the server says when it has no more places for streams [SY6]', async () => {
  const full = { error: 'Busy.', code: 'unavailable', retry: 'later', requestId: 'r' };
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json(full, { status: 503, headers: { 'retry-after': '20' } });
  });
  const phone = await newPhone();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  listenOn(phone);
  await vi.waitFor(() => expect(asked).toBe(1));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  await vi.waitFor(() => expect(asked).toBe(2));
});

it('connects less and less often when a proxy cuts each stream at once, and immediately after a stream that lasted [SY6]', async () => {
  let cut = () => {};
  vi.stubGlobal('fetch', async (path: string) => {
    // The phone's reports get no answer.
    if (!path.includes('sync/stream')) throw new TypeError('Failed to fetch');
    asked += 1;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('event: standing\ndata: {}\n\n'));
        cut = () => controller.close();
      },
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  });
  // The phone picks a random wait once a stream has ended.
  const draw = vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const phone = await newPhone();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let heard = 0;
  listenOn(phone, () => {
    heard += 1;
  });
  await expect.poll(() => asked).toBe(1);
  /** Cuts the stream after this many seconds. @returns how many seconds later the phone asks for the next one */
  const cutAfter = async (seconds: number) => {
    const before = asked;
    await expect.poll(() => heard).toBe(before);
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    const drawn = draw.mock.calls.length;
    cut();
    await expect.poll(() => draw.mock.calls.length).toBe(drawn + 1);
    for (let waited = 5; ; waited += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      await phone.deps.db.lastAct;
      await new Promise(setImmediate);
      if (asked > before) return waited;
    }
  };
  const waits: number[] = [];
  for (let time = 0; time < 7; time += 1) waits.push(await cutAfter(1));
  expect(waits).toEqual([5, 5, 5, 10, 20, 30, 30]);
  expect(await cutAfter(15)).toBe(5);
});

it('asks for the time after it slept, even with nothing to send, since its steady clock may have stood still [rule 14]', async () => {
  const phone = await newPhone();
  const isRight = () => Math.abs(phone.deps.clock.now() - hall.api.clock.now) < 1_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  listenOn(phone);
  await connected;
  expect(isRight()).toBe(true);
  hall.api.clock.now += 600_000;
  phone.slept = 600_000;
  expect(isRight()).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(isRight()).toBe(true));
});

it('asks a server in trouble for the time after it slept no more often than for the stream [SY6]', async () => {
  const busy = { error: 'Busy.', code: 'unavailable', retry: 'later', requestId: 'r' };
  const inTrouble = () => Response.json(busy, { status: 503, headers: { 'retry-after': '20' } });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return inTrouble();
  });
  let times = 0;
  const phone = await newPhone(async (url, init) => {
    if (!url.includes('sync/time')) return hall.send(url, init);
    times += 1;
    return inTrouble();
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  listenOn(phone);
  await vi.waitFor(() => expect(asked).toBe(1));
  hall.api.clock.now += 600_000;
  phone.slept = 600_000;
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      await phone.deps.db.lastAct;
      await new Promise(setImmediate);
    }
  };
  await pass(60);
  expect(asked).toBeGreaterThan(2);
  expect(times).toBeGreaterThan(0);
  expect(times).toBeLessThan(asked);
});
