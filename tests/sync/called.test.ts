// What a phone does when the server calls it over the stream that it holds during a sitting.
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '#web/exam/sync/listen.ts';
import { type Hall, openHall } from './hall.ts';
import { Phone } from './phone.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.api.close());

/** What the server says on the stream, put there by the test. */
let say: (event: string) => void;
let connected: Promise<void>;
beforeEach(() => {
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
    isConnected();
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  });
  vi.stubGlobal('navigator', { onLine: true });
});

it('tries again at once when the server says that it is back, or has found the sitting for a phone that connects [SY7]', async () => {
  const candidate = await hall.newCandidate();
  const phone = new Phone(candidate, hall.send, () => hall.api.clock.now);
  const user = JSON.stringify({ uid: candidate.uid, role: 'candidate', token: candidate.token });
  vi.stubGlobal('localStorage', { getItem: () => user });
  await phone.open(false);
  let woken = 0;
  const stop = listen(phone.deps, candidate, () => {
    woken += 1;
  });
  onTestFinished(() => {
    stop();
    phone.close();
  });
  await connected;
  say('still');
  say('back');
  await expect.poll(() => woken).toBe(1);
  say('standing');
  await expect.poll(() => woken).toBe(2);
});
