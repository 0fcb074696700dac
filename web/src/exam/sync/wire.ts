// The requests of a sitting. A reply that is also a beacon sets the clock (rule 14).

import {
  type ExamKey,
  examKeySchema,
  type ReadinessReply,
  type ReadinessRequest,
  readinessReplySchema,
} from '#contract/wire/sealed-paper.ts';
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
import { QUICK_MS, STALL_MS } from '#machines/sync/backoff.ts';
import type { Api, CallOptions, Part } from '#web/shared/http.ts';
import type { ServerClock } from './server-clock.ts';

/** Every function throws ApiProblem, or the signal's reason. */
export type Wire = {
  open(examId: string, request: OpenRequest, signal: AbortSignal): Promise<OpenReply>;
  push(request: PushRequest, signal: AbortSignal): Promise<PushReply>;
  submit(request: SubmitRequest, signal: AbortSignal): Promise<SubmitReply>;
  time(signal: AbortSignal): Promise<Beacon>;
  readiness(
    examId: string,
    request: ReadinessRequest,
    signal: AbortSignal,
  ): Promise<ReadinessReply>;
  /** Bytes of the sealed paper. */
  paperPart(
    examId: string,
    range: { from: number; to: number },
    signal: AbortSignal,
  ): Promise<Part>;
  /** The key of an exam that starts for all together. */
  examKey(examId: string, signal: AbortSignal): Promise<ExamKey>;
  /** A piece of a page from byte `start` on. */
  sendPiece(piece: Piece, signal: AbortSignal): Promise<DocumentReply>;
  /** How much of a page the server holds, from whichever phone. */
  pageHeld(page: Pick<Piece, 'examId' | 'sha256'>, signal: AbortSignal): Promise<DocumentReply>;
};

type Piece = {
  examId: string;
  sha256: string;
  start: number;
  size: number;
  bytes: ArrayBuffer;
};

/** The key is a few bytes: when it takes longer than this there is no network, and a start code may be needed soon. */
const KEY_PATIENCE_MS = 6_000;

export function createWire(
  api: Pick<Api, 'get' | 'post' | 'put' | 'getPart'>,
  clock: ServerClock,
): Wire {
  const heard = async <Reply extends Beacon>(call: () => Promise<Reply>): Promise<Reply> => {
    const sentAt = clock.steady();
    const reply = await call();
    clock.hear(reply, sentAt, clock.steady());
    return reply;
  };
  const time = (signal: AbortSignal) =>
    heard(() => api.get('sync/time', beaconSchema, { signal, auth: false }));
  return {
    open: (examId, request, signal) =>
      unlessSwallowed(
        (options: CallOptions) =>
          heard(() => api.post(`exams/${examId}/sitting`, request, openReplySchema, options)),
        time,
        signal,
      ),
    push: (request, signal) =>
      heard(() => api.post('sync/push', request, pushReplySchema, { signal })),
    submit: (request, signal) =>
      heard(() => api.post('exams/submit-mcq', request, submitReplySchema, { signal })),
    time,
    readiness: (examId, request, signal) =>
      heard(() => api.post(`exams/${examId}/readiness`, request, readinessReplySchema, { signal })),
    paperPart: (examId, range, signal) =>
      api.getPart(`exams/${examId}/sealed-paper`, range, { signal }),
    examKey: (examId, signal) =>
      api.get(`exams/${examId}/key`, examKeySchema, {
        signal,
        auth: false,
        timeoutMs: KEY_PATIENCE_MS,
      }),
    sendPiece: ({ examId, sha256, start, size, bytes }, signal) =>
      api.put(
        `exams/${examId}/documents/${sha256}?start=${start}&size=${size}`,
        bytes,
        documentReplySchema,
        { signal },
      ),
    pageHeld: ({ examId, sha256 }, signal) =>
      api.get(`exams/${examId}/documents/${sha256}`, documentReplySchema, { signal }),
  };
}

// An outage of less than a second can swallow a request: no reply ever comes, although the network is back [SY11].

/**
 * Repeats a request once when no part of a reply has come for three seconds but a probe is answered quickly: then
 * neither is the server busy nor the network slow.
 * @param ask must be safe to do twice
 * @throws what the last `ask` throws
 */
export async function unlessSwallowed<T>(
  ask: (options: { signal: AbortSignal; begun?: () => void }) => Promise<T>,
  probe: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const first = new AbortController();
  const looking = new AbortController();
  let stall: ReturnType<typeof setTimeout> | undefined;
  let slow: ReturnType<typeof setTimeout> | undefined;
  const stopLooking = () => {
    clearTimeout(stall);
    clearTimeout(slow);
    looking.abort();
  };
  const giveUp = () => first.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const swallowed = new Promise<null>((resolve) => {
    stall = setTimeout(() => {
      slow = setTimeout(stopLooking, QUICK_MS);
      probe(looking.signal).then(
        () => looking.signal.aborted || resolve(null),
        () => {},
      );
    }, STALL_MS);
  });
  try {
    const asked = ask({ signal: first.signal, begun: stopLooking }).then((value) => ({ value }));
    const answer = await Promise.race([asked, swallowed]);
    if (answer) return answer.value;
    first.abort();
    return await ask({ signal });
  } finally {
    stopLooking();
    signal.removeEventListener('abort', giveUp);
  }
}
