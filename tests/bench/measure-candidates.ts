// Complete candidates per second, so many at once.

import { createHash } from 'node:crypto';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { type Connection, openConnection, type Reply } from './http-connection.ts';
import { type Hall, PASSWORD, type Seat } from './seed-hall.ts';

export type Measured = {
  perSecond: number;
  medianMs: number;
  bytesPerCandidate: number;
  seconds: number;
};

export async function measureCandidates(
  port: number,
  hall: Hall,
  atOnce: number,
  plan: Plan,
): Promise<Measured> {
  const lines = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)));
  const waiting = [...hall.seats];
  const times: number[] = [];
  const begun = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      for (let seat = waiting.pop(); seat; seat = waiting.pop()) {
        const from = performance.now();
        await sitExam(line, seat, hall.examId, plan);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const bytes = lines.reduce((sum, line) => sum + line.bytes.received + line.bytes.sent, 0);
  for (const line of lines) line.close();
  times.sort((a, b) => a - b);
  return {
    perSecond: hall.seats.length / seconds,
    medianMs: times[times.length >> 1] ?? 0,
    bytesPerCandidate: bytes / hall.seats.length,
    seconds,
  };
}

export type Plan = { saves: number; signIn: boolean };

/**
 * One candidate from sign-in to result, as a phone asks: open, answer fifty questions in so many saves,
 * submit, read the result.
 * @throws when an answer is not the expected one
 */
export async function sitExam(
  line: Pick<Connection, 'ask'>,
  seat: Seat,
  examId: string,
  { saves, signIn }: Plan,
): Promise<void> {
  let { token } = seat;
  if (signIn) {
    const reply = await ask(line, 'POST', '/auth/signin', undefined, {
      uid: seat.uid,
      password: PASSWORD,
    });
    token = String(/"token":"([^"]+)"/.exec(reply.body)?.[1]);
  }
  const deviceId = `d${seat.uid}`;
  const opened = openReplySchema.parse(
    JSON.parse(
      (await ask(line, 'POST', `/exams/${examId}/sitting`, token, { protocol: PROTOCOL, deviceId }))
        .body,
    ),
  );
  const answers = opened.questions.map(({ qid }, index) => ({
    qid,
    answer: index % 5 === 0 ? 'OptionTwo' : 'OptionOne',
  }));
  const events = answers.map((item, index) => ({
    seq: index + 1,
    type: 'answered',
    ...item,
    at: Date.now(),
    elapsed: index * 900,
  }));
  const push = { protocol: PROTOCOL, sittingId: opened.sittingId, deviceId, epoch: 1 };
  for (let save = 0; save < saves; save += 1) {
    const from = Math.floor((events.length * save) / saves);
    const to = Math.floor((events.length * (save + 1)) / saves);
    await ask(line, 'POST', '/sync/push', token, { ...push, events: events.slice(from, to) });
  }
  const seq = events.length + 1;
  const submission = { type: 'submitted', at: Date.now(), elapsed: 60_000 };
  const digest = createHash('sha256').update(digestText(answers, seq)).digest('hex');
  const submitted = await ask(line, 'POST', '/exams/submit-mcq', token, {
    uid: seat.uid,
    examID: examId,
    answers,
    device: {
      ...push,
      seq,
      digest,
      at: Date.now(),
      elapsed: 60_000,
      auto: false,
      events: [{ seq, ...submission }],
    },
  });
  if (!submitted.body.includes('"received":true')) throw new Error(`No receipt: ${submitted.body}`);
  await ask(line, 'GET', `/exams/getresult/${seat.uid}`, token);
}

async function ask(
  line: Pick<Connection, 'ask'>,
  method: 'GET' | 'POST',
  path: string,
  token?: string,
  body?: unknown,
): Promise<Reply> {
  const reply = await line.ask(
    method,
    `/api/v1${path}`,
    token,
    body === undefined ? undefined : JSON.stringify(body),
  );
  if (reply.status !== 200)
    throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return reply;
}
