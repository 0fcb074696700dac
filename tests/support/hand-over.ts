// What a candidate's phone would hand over, made by the code that phones run.
import type { SittingEvent } from '#contract/wire/sync.ts';
import { statesOf } from '#seals/answer-states.ts';
import { type AnswerSheet, sealAnswerText } from '#seals/answer-text.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { sealHandOver } from '#seals/hand-over.ts';
import type { HandOver, SealedSubmission } from '#seals/hand-over-content.ts';
import type { TestDevice } from './device.ts';

function deviceKey({ opened }: Pick<TestDevice, 'opened'>): Uint8Array<ArrayBuffer> {
  return fromBase64url(opened.deviceKey ?? '');
}

/** @param given the submission; its seq is that of the last event, unless `given` has another */
export function handOver(
  { opened, deviceId }: Pick<TestDevice, 'opened' | 'deviceId'>,
  events: SittingEvent[],
  given: Pick<SealedSubmission, 'answers'> | null = null,
  more: Partial<HandOver> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const last = events.at(-1);
  const whole = given && {
    epoch: opened.epoch,
    seq: last?.seq ?? 1,
    at: last?.at ?? 0,
    elapsed: last?.elapsed ?? 0,
    auto: false,
    ...given,
  };
  const content: HandOver = {
    sittingId: opened.sittingId,
    deviceId,
    runs: events.length === 0 ? [] : [{ epoch: opened.epoch, events }],
    submission: whole,
    beacons: [],
    waiting: 0,
    ...more,
  };
  const paper = opened.questions.map(({ qid }) => qid);
  return sealHandOver(content, paper, deviceKey({ opened }));
}

/** The answers alone as a text message. @param answers by place in the paper; null for a question never touched */
export async function answerText(
  { opened }: Pick<TestDevice, 'opened'>,
  answers: readonly (string | null)[],
  sheet: Partial<AnswerSheet> = {},
): Promise<string> {
  const given = answers.flatMap((answer, place) =>
    answer === null ? [] : [{ qid: opened.questions[place]?.qid ?? '', answer }],
  );
  const states = statesOf(
    given,
    opened.questions.map(({ qid }) => qid),
  );
  const facts = { kind: 'submission', epoch: opened.epoch, seq: 5, seconds: 600 } as const;
  const text = await sealAnswerText(
    opened.sittingId,
    { ...facts, ...sheet, states },
    deviceKey({ opened }),
  );
  if (text === null) throw new Error('The answers fit into no text.');
  return text;
}
