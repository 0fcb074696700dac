// A device as the wire sees it, for tests of the server: it keeps no rules of its own, it only says
// what the test tells it to say.
import { createHash } from 'node:crypto';
import type { EventType, OpenReply, SittingEvent, SubmitReply } from '#contract/sync.ts';
import { digestText } from '#machines/sitting/digest.ts';
import type { Answer, TestApi } from './api.ts';

export type TestDevice = {
  open(more?: { takeOver?: boolean }): Promise<Answer & { body: OpenReply }>;
  push(events: SittingEvent[], more?: { epoch?: number; waiting?: number }): Promise<Answer>;
  submit(
    seq: number,
    answers: { qid: string; answer: string }[],
    more?: { events?: SittingEvent[]; epoch?: number; elapsed?: number; digest?: string },
  ): Promise<Answer & { body: SubmitReply }>;
  /** An event made now, by the server's clock. */
  event(seq: number, type: EventType, qid?: string, answer?: string): SittingEvent;
  opened: OpenReply;
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
  api: TestApi,
  who: { uid: string; token: string },
  examId: string,
  deviceId = 'phone-1',
): Promise<TestDevice> {
  const post = (path: string, json: unknown) => api.request(path, { token: who.token, json });
  const device: TestDevice = {
    opened: NOT_OPENED,
    async open(more = {}) {
      const answer = await post(`exams/${examId}/sitting`, { protocol: 1, deviceId, ...more });
      if (answer.status === 200) device.opened = answer.body as OpenReply;
      return answer as Answer & { body: OpenReply };
    },
    push: (events, { epoch, waiting } = {}) =>
      post('sync/push', {
        protocol: 1,
        sittingId: device.opened.sittingId,
        deviceId,
        epoch: epoch ?? device.opened.epoch,
        events,
        ...(waiting !== undefined && { waiting }),
      }),
    submit: async (seq, answers, { events = [], epoch, elapsed, digest } = {}) =>
      (await post('exams/submit-mcq', {
        uid: who.uid,
        examID: examId,
        answers,
        device: {
          protocol: 1,
          sittingId: device.opened.sittingId,
          deviceId,
          epoch: epoch ?? device.opened.epoch,
          seq,
          digest: digest ?? createHash('sha256').update(digestText(answers, seq)).digest('hex'),
          at: api.clock.now,
          elapsed: elapsed ?? api.clock.now - Date.parse(device.opened.startedAt),
          auto: false,
          events,
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
