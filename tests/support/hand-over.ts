// What a candidate's phone would hand over, made by the code that phones run.
import type { SittingEvent } from '#contract/wire/sync.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { sealHandOver } from '#seals/hand-over.ts';
import type { HandedIn, HandOver } from '#seals/hand-over-content.ts';
import type { TestDevice } from './device.ts';

function deviceKey({ opened }: Pick<TestDevice, 'opened'>): Uint8Array<ArrayBuffer> {
  return fromBase64url(opened.deviceKey ?? '');
}

/** @param handIn the submission, its seq that of the last event unless it says another */
export function handOver(
  { opened, deviceId }: Pick<TestDevice, 'opened' | 'deviceId'>,
  events: SittingEvent[],
  handIn: Pick<HandedIn, 'answers'> | null = null,
  more: Partial<HandOver> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const last = events.at(-1);
  const submission = handIn && {
    epoch: opened.epoch,
    seq: last?.seq ?? 1,
    at: last?.at ?? 0,
    elapsed: last?.elapsed ?? 0,
    auto: false,
    ...handIn,
  };
  const content: HandOver = {
    sittingId: opened.sittingId,
    deviceId,
    runs: events.length === 0 ? [] : [{ epoch: opened.epoch, events }],
    handIn: submission,
    words: [],
    waiting: 0,
    ...more,
  };
  const paper = opened.questions.map(({ qid }) => qid);
  return sealHandOver(content, paper, deviceKey({ opened }));
}
