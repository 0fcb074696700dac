// The starting point for tests of what counts: a sitting of an hour that nobody has reviewed or decided on, and one act
// of its log.
import type { LoggedAct, TimeFacts } from '#machines/sitting/rules.ts';

export const START = 1_000_000;
export const HOUR = 3_600_000;

export const times: TimeFacts = {
  startedAt: START,
  deadline: START + HOUR,
  transitMs: 120_000,
  lateMs: 1_800_000,
  trustsMeasured: false,
  decision: null,
  lookedAt: null,
  scoreToldAt: null,
  evidence: new Map(),
};

/** The first answer of the first device, a second after the start, unless stated otherwise. */
export const act = (given: Partial<LoggedAct>): LoggedAct => ({
  deviceId: 'd1',
  epoch: 1,
  seq: 1,
  type: 'answered',
  qid: 'q1',
  answer: 'OptionOne',
  elapsed: 1_000,
  receivedAt: START + 1_000,
  refusal: null,
  ...given,
});
