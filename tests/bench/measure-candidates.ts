// Measures complete candidates per second, with so many at once.

import { createHash } from 'node:crypto';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { type OpenReply, openReplySchema } from '#contract/wire/sync.ts';
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
 * One candidate from sign-in to result, with a phone's requests: open, answer fifty questions in so many saves, submit,
 * read the result.
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
  const { pushes, submission } = workOf(
    seat,
    examId,
    await openExam(line, { ...seat, token }, examId),
    saves,
  );
  for (const push of pushes) await ask(line, 'POST', '/sync/push', token, push);
  const submitted = await ask(line, 'POST', '/exams/submit-mcq', token, submission);
  if (!submitted.body.includes('"received":true')) throw new Error(`No receipt: ${submitted.body}`);
  await ask(line, 'GET', `/exams/getresult/${seat.uid}`, token);
}

const deviceOf = ({ uid }: Seat) => `d${uid}`;

/** The body of an opening. */
export const openingOf = (seat: Seat) => ({ protocol: PROTOCOL, deviceId: deviceOf(seat) });

export async function openExam(
  line: Pick<Connection, 'ask'>,
  seat: Seat,
  examId: string,
): Promise<OpenReply> {
  const path = `/exams/${examId}/sitting`;
  const { body } = await ask(line, 'POST', path, seat.token, openingOf(seat));
  return openReplySchema.parse(JSON.parse(body));
}

/** The bodies of a candidate's saves, and of the submission after them. */
export function workOf(seat: Seat, examID: string, opened: OpenReply, saves: number) {
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
  const push = {
    protocol: PROTOCOL,
    sittingId: opened.sittingId,
    deviceId: deviceOf(seat),
    epoch: 1,
  };
  const pushes = Array.from({ length: saves }, (_, save) => {
    const from = Math.floor((events.length * save) / saves);
    const to = Math.floor((events.length * (save + 1)) / saves);
    return { ...push, events: events.slice(from, to) };
  });
  const seq = events.length + 1;
  const [at, elapsed] = [Date.now(), 60_000];
  const digest = createHash('sha256').update(digestText(answers, seq)).digest('hex');
  const device = {
    ...push,
    seq,
    digest,
    at,
    elapsed,
    auto: false,
    events: [{ seq, type: 'submitted', at, elapsed }],
  };
  return { pushes, submission: { uid: seat.uid, examID, answers, device } };
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
