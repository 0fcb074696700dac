// Records what today's phone and server say to each other, once for each protocol, before it is released:
// `npm run record:wire` writes tests/fixtures/wire/protocol-N.json. wire.test.ts replays every recording from then on.
import { writeFile } from 'node:fs/promises';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { drainOutbox } from '#web/exam/sync/drain-outbox.ts';
import type { Send } from './bad-network.ts';
import { Phone } from './phone.ts';
import {
  type Exchange,
  openWireWorld,
  type Recording,
  WIRE_MINUTES,
  wireQids,
} from './wire-world.ts';

const MINUTE = 60_000;
const uids = ['WIRE001', 'WIRE002'];
const { api, candidates } = await openWireWorld(uids);
const began = api.clock.now;
let story: Exchange[] = [];
let isOnline = true;

const recorded: Send = async (url, init) => {
  if (!isOnline) throw new TypeError('Failed to fetch');
  const response = await api.app.request(url, init);
  story.push({
    afterMs: api.clock.now - began,
    path: url.replace('/api/v1/', ''),
    request: JSON.parse(String(init.body)),
    status: response.status,
    reply: await response.clone().json(),
  });
  return response;
};
const pass = (ms: number) => {
  api.clock.now += ms;
};
const phoneOf = (index: number) => {
  const candidate = candidates[index];
  if (!candidate) throw new Error('nobody sits the exam');
  return new Phone(candidate, recorded, () => api.clock.now);
};
const drain = (phone: Phone) =>
  drainOutbox(phone.deps, phone.candidate.uid, new AbortController().signal);
const answer = (phone: Phone, question: number, option: string) =>
  phone.act({ type: 'answered', qid: wireQids[question] ?? '', answer: option });

async function inTime(): Promise<void> {
  const [first, second] = [phoneOf(0), phoneOf(0)];
  await first.open(false);
  pass(MINUTE);
  await answer(first, 0, 'OptionTwo');
  await drain(first);
  await first.act({ type: 'marked', qid: wireQids[1] ?? '' });
  await first.act({ type: 'cleared', qid: wireQids[0] ?? '' });
  await drain(first);
  await answer(first, 2, 'OptionOne');
  pass(MINUTE);
  await second.open(true);
  await answer(second, 0, 'OptionOne');
  await drain(second);
  await drain(first);
  pass(MINUTE);
  await answer(second, 1, 'OptionThree');
  await second.submit(false);
  await drain(second);
}

async function afterSilence(): Promise<void> {
  const phone = phoneOf(1);
  await phone.open(false);
  await answer(phone, 0, 'OptionOne');
  await drain(phone);
  isOnline = false;
  pass(50 * MINUTE);
  await answer(phone, 1, 'OptionOne');
  pass((WIRE_MINUTES - 50) * MINUTE);
  await phone.submit(true);
  pass(12 * MINUTE);
  isOnline = true;
  await drain(phone);
}

const recording: Recording = { protocol: PROTOCOL, uids, stories: [] };
for (const [name, tell] of Object.entries({ 'in time': inTime, 'after silence': afterSilence })) {
  story = [];
  await tell();
  recording.stories.push({ name, exchanges: story });
}
await writeFile(
  new URL(`../fixtures/wire/protocol-${PROTOCOL}.json`, import.meta.url),
  `${JSON.stringify(recording, null, 2)}\n`,
);
await api.close();
process.exit(0);
