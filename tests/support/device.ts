// A device as the wire sees it, for tests of the server: it follows no rules of its own and sends only what the test
// tells it to send.
import { createHash } from 'node:crypto';
import { readWhole, type WholeSitting } from '#api/services/sittings/read-sitting.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import {
  type Beacon,
  type EventType,
  type HeardBeacon,
  type OpenReply,
  type PushRequest,
  pushReplySchema,
  type SittingEvent,
  type SubmitReply,
} from '#contract/wire/sync.ts';
import { digestText } from '#machines/sitting/digest.ts';
import type { Answer, TestApi } from './api.ts';

export type TestDevice = {
  open(more?: { takeOver?: boolean }): Promise<Answer & { body: OpenReply }>;
  push(
    events: SittingEvent[],
    more?: Partial<Pick<PushRequest, 'epoch' | 'waiting' | 'log' | 'words' | 'others'>>,
  ): Promise<Answer>;
  submit(
    seq: number,
    answers: { qid: string; answer: string }[],
    more?: {
      events?: SittingEvent[];
      epoch?: number;
      elapsed?: number;
      digest?: string;
      words?: HeardBeacon[] | undefined;
    },
  ): Promise<Answer & { body: SubmitReply }>;
  /** A beacon of this moment, heard after the event `seq` by a device that measures correctly. */
  hear(seq: number): Promise<HeardBeacon>;
  /** The beacon that came with the paper. */
  firstBeacon(): HeardBeacon;
  /** An event made now, by the server's clock. */
  event(seq: number, type: EventType, qid?: string, answer?: string): SittingEvent;
  opened: OpenReply;
  deviceId: string;
};

const NOT_OPENED: OpenReply = {
  acked: 0,
  serverTime: '',
  signature: '',
  deadline: '',
  state: 'open',
  epoch: 1,
  sittingId: 'none',
  examId: '',
  examName: '',
  task: '',
  format: 'MCQ',
  startedAt: '',
  questions: [],
  answers: [],
  marked: [],
  documents: [],
  receipt: null,
};

export async function deviceOf(
  api: Pick<TestApi, 'request' | 'clock'>,
  who: { uid: string; token: string },
  examId: string,
  named: string | { deviceId: string; proof?: string } = 'phone-1',
  protocol: number = PROTOCOL,
): Promise<TestDevice> {
  const own = typeof named === 'string' ? { deviceId: named } : named;
  const { deviceId } = own;
  const post = (path: string, json: unknown) => api.request(path, { token: who.token, json });
  const beaconOf = ({ serverTime, signature }: Beacon, seq: number): HeardBeacon => ({
    serverTime,
    signature,
    elapsed: Date.parse(serverTime) - Date.parse(device.opened.startedAt),
    seq,
  });
  const device: TestDevice = {
    opened: NOT_OPENED,
    deviceId,
    async open(more = {}) {
      const answer = await post(`exams/${examId}/sitting`, {
        protocol,
        ...own,
        ...more,
      });
      if (answer.status === 200) device.opened = answer.body as OpenReply;
      return answer as Answer & { body: OpenReply };
    },
    push: (events, more = {}) =>
      post('sync/push', {
        protocol,
        sittingId: device.opened.sittingId,
        ...own,
        epoch: device.opened.epoch,
        events,
        ...more,
      }),
    hear: async (seq) => beaconOf(pushReplySchema.parse((await device.push([])).body), seq),
    firstBeacon: () => beaconOf(device.opened, 0),
    submit: async (seq, answers, { events = [], epoch, elapsed, digest, words: beacons } = {}) =>
      (await post('exams/submit-mcq', {
        uid: who.uid,
        examID: examId,
        answers,
        device: {
          protocol,
          sittingId: device.opened.sittingId,
          ...own,
          epoch: epoch ?? device.opened.epoch,
          seq,
          digest: digest ?? createHash('sha256').update(digestText(answers, seq)).digest('hex'),
          at: api.clock.now,
          elapsed: elapsed ?? api.clock.now - Date.parse(device.opened.startedAt),
          auto: false,
          events,
          ...(beacons && { words: beacons }),
        },
      })) as Answer & { body: SubmitReply },
    event: (seq, type, qid, answer) => ({
      seq,
      type,
      ...(qid !== undefined && { qid }),
      ...(answer !== undefined && { answer }),
      at: api.clock.now,
      elapsed: api.clock.now - Date.parse(device.opened.startedAt),
    }),
  };
  return device;
}

/** The sitting of a device that has opened it, as the server has it. */
export async function sittingOf({ deps }: TestApi, { opened }: TestDevice): Promise<WholeSitting> {
  const sitting = await readWhole(deps.db, { sittingId: opened.sittingId });
  if (!sitting) throw new Error('no sitting');
  return sitting;
}
