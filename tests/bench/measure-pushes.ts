// Pushes acknowledged per second: every candidate's phone sends so many events, again and again.
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { openConnection } from './http-connection.ts';
import type { Hall } from './seed-hall.ts';

const PUSHES_EACH = 4;

export async function measurePushes(
  port: number,
  phones: readonly Phone[],
  atOnce: number,
  size: number,
): Promise<{ pushes: number; seconds: number }> {
  const lines = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)));
  // Everybody's first push, then everybody's second: a phone sends one at a time.
  const waiting = Array.from({ length: PUSHES_EACH }, (_, turn) =>
    phones.map((phone) => ({ ...phone, from: turn * size })),
  ).flat();
  const all = waiting.length;
  const begun = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let push = waiting.shift(); push; push = waiting.shift()) {
        const events = Array.from({ length: size }, (_, index) => ({
          seq: push.from + index + 1,
          type: 'answered',
          qid: push.qids[index % push.qids.length],
          answer: 'OptionOne',
          at: 1_795_000_000_000,
          elapsed: Date.now() - push.startedAt, // as a phone with a network
        }));
        const body = JSON.stringify({
          protocol: PROTOCOL,
          sittingId: push.sittingId,
          deviceId: push.deviceId,
          epoch: 1,
          events,
        });
        const { status } = await line.ask('POST', '/api/v1/sync/push', push.token, body);
        // Two pushes of one phone at once may cross: the server says to come again, as a phone would.
        if (status === 503) waiting.push(push);
        else if (status !== 200) throw new Error(`A push was answered ${status}`);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  for (const line of lines) line.close();
  return { pushes: all, seconds };
}

export type Phone = {
  token: string;
  sittingId: string;
  deviceId: string;
  startedAt: number;
  qids: string[];
};

/** The phones of a hall, each with its sitting open. */
export async function openPhones(port: number, hall: Hall): Promise<Phone[]> {
  const line = await openConnection(port);
  const phones: Phone[] = [];
  for (const { uid, token } of hall.seats) {
    const deviceId = `d${uid}`;
    const request = JSON.stringify({ protocol: PROTOCOL, deviceId });
    const { body } = await line.ask('POST', `/api/v1/exams/${hall.examId}/sitting`, token, request);
    const { sittingId, startedAt, questions } = openReplySchema.parse(JSON.parse(body));
    const qids = questions.map(({ qid }) => qid);
    phones.push({ token, sittingId, deviceId, startedAt: Date.parse(startedAt), qids });
  }
  line.close();
  return phones;
}
