// The calls of a sitting. Each reply is also a word on the time, and is heard as one (rule 14).
import {
  type Beacon,
  beaconSchema,
  type DocumentReply,
  documentReplySchema,
  type OpenReply,
  type OpenRequest,
  openReplySchema,
  type PushReply,
  type PushRequest,
  pushReplySchema,
  type SubmitReply,
  type SubmitRequest,
  submitReplySchema,
} from '#contract/wire/sync.ts';
import type { Api } from '#web/shared/http.ts';
import type { ServerClock } from './server-clock.ts';

/** Every call throws ApiProblem, or the signal's reason. */
export type Wire = {
  open(examId: string, request: OpenRequest, signal: AbortSignal): Promise<OpenReply>;
  push(request: PushRequest, signal: AbortSignal): Promise<PushReply>;
  submit(request: SubmitRequest, signal: AbortSignal): Promise<SubmitReply>;
  time(signal: AbortSignal): Promise<Beacon>;
  /** A piece of a page from byte `start` on. */
  sendPiece(piece: Piece, signal: AbortSignal): Promise<DocumentReply>;
};

export type Piece = {
  examId: string;
  sha256: string;
  start: number;
  size: number;
  bytes: ArrayBuffer;
};

export function createWire(api: Pick<Api, 'get' | 'post' | 'put'>, clock: ServerClock): Wire {
  const heard = async <Reply extends Beacon>(call: () => Promise<Reply>): Promise<Reply> => {
    const sentAt = clock.steady();
    const reply = await call();
    clock.hear(reply, sentAt, clock.steady());
    return reply;
  };
  return {
    open: (examId, request, signal) =>
      heard(() => api.post(`exams/${examId}/sitting`, request, openReplySchema, { signal })),
    push: (request, signal) =>
      heard(() => api.post('sync/push', request, pushReplySchema, { signal })),
    submit: (request, signal) =>
      heard(() => api.post('exams/submit-mcq', request, submitReplySchema, { signal })),
    time: (signal) => heard(() => api.get('sync/time', beaconSchema, { signal, auth: false })),
    sendPiece: ({ examId, sha256, start, size, bytes }, signal) =>
      api.put(
        `exams/${examId}/documents/${sha256}?start=${start}&size=${size}`,
        bytes,
        documentReplySchema,
        { signal },
      ),
  };
}
