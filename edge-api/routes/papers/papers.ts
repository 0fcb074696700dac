// What a phone fetches to start an exam: the sealed paper beforehand, and from the start on the key that opens it. Nobody
// has the key earlier.
import * as z from 'zod/mini';
import { listStartCodes, makeStartCode, tellStartCode } from '#api/services/papers/start-codes.ts';
import {
  roomSchema,
  startCodeFactsSchema,
  startCodeListSchema,
  startCodeRequestSchema,
  startCodeSchema,
} from '#contract/desk/start-codes.ts';
import {
  examKeySchema,
  readinessReplySchema,
  readinessRequestSchema,
  sealedPaperSchema,
} from '#contract/wire/sealed-paper.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readExamKey, readSealedPaper } from '../../services/papers/read-sealed-paper.ts';
import { reportReadiness } from '../../services/papers/report-readiness.ts';

const BYTES = 'application/octet-stream';

export const getSealedPaper = endpoint(
  {
    route: 'get /exams/:id/sealed-paper',
    who: 'candidate',
    summary:
      'The caller’s own paper, sealed; the sealed bytes alone where `Accept` asks for application/octet-stream. `Range` gives a part; the ETag is the hash.',
    params: z.object({ id: idSchema }),
    reply: sealedPaperSchema,
    problems: [
      'not-found',
      'not-eligible',
      'exam-inactive',
      'already-submitted',
      'section-too-large',
      'unavailable',
    ],
  },
  async ({ deps, caller, params, request, header }) => {
    const { json, sealed } = await readSealedPaper(deps, caller, params.id);
    const { hash } = json;
    const wantsBytes = request.headers.get('accept')?.startsWith(BYTES) ?? false;
    const range = request.headers.get('range');
    if (!wantsBytes && range === null) {
      header('etag', `"${hash}"`);
      header('vary', 'accept');
      return json;
    }
    const whole = wantsBytes ? sealed : new TextEncoder().encode(JSON.stringify(json));
    return partOf(whole, range, { hash, type: wantsBytes ? BYTES : 'application/json' });
  },
);

/** Answers one byte range, cut off at the end of `whole`. Any other form of `range` gets all of it. */
function partOf(
  whole: Uint8Array<ArrayBuffer>,
  range: string | null,
  { hash, type }: { hash: string; type: string },
): Response {
  const headers = new Headers({
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    vary: 'accept',
    etag: `"${hash}"`,
  });
  const [, first, last] = /^bytes=(\d{1,10})-(\d{0,10})$/.exec(range ?? '') ?? [];
  if (first === undefined) return new Response(whole, { headers });
  const from = Number(first);
  const to = Math.min(last ? Number(last) : whole.length - 1, whole.length - 1);
  if (from > to) {
    headers.set('content-range', `bytes */${whole.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('content-range', `bytes ${from}-${to}/${whole.length}`);
  return new Response(whole.slice(from, to + 1), { status: 206, headers });
}

/**
 * Seconds for which caches on the way may keep the key. It is a few bytes, the same for everyone. A key that is out is
 * never withdrawn: if the start is moved, new papers are drawn and sealed under another key instead.
 */
const KEPT_SECONDS = 300;

export const getExamKey = endpoint(
  {
    route: 'get /exams/:id/key',
    who: 'anyone',
    summary: 'The key of all sealed papers of an exam that starts together, from its start on.',
    params: z.object({ id: idSchema }),
    reply: examKeySchema,
    problems: ['not-found', 'not-open-yet', 'exam-inactive', 'exam-paused'],
  },
  async ({ deps, params, header }) => {
    const key = await readExamKey(deps, params.id);
    header('cache-control', `public, max-age=${KEPT_SECONDS}`);
    return key;
  },
);

export const postReadiness = endpoint(
  {
    route: 'post /exams/:id/readiness',
    who: 'candidate',
    summary:
      'A device reports which sealed paper it has complete and learns which one it should have, with everything it needs to begin without a network.',
    params: z.object({ id: idSchema }),
    body: readinessRequestSchema,
    reply: readinessReplySchema,
    problems: [
      'not-found',
      'not-eligible',
      'exam-inactive',
      'already-submitted',
      'open-elsewhere',
      'section-too-large',
      'unavailable',
    ],
  },
  ({ deps, caller, params, body }) => reportReadiness(deps, caller, params.id, body),
);

// GET exams/:id/start-codes, GET and POST exams/:id/start-code.
const params = z.object({ id: idSchema });

export const getStartCodes = endpoint(
  {
    route: 'get /exams/:id/start-codes',
    who: 'staff',
    summary: 'The rooms of an exam that have a start code, without the codes.',
    params,
    reply: startCodeListSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id } }) => listStartCodes(deps, caller, id),
);

export const getStartCode = endpoint(
  {
    route: 'get /exams/:id/start-code',
    who: 'staff',
    summary:
      'The start code of a room, or of the whole exam where that room has none, from the exam’s start on. Showing it releases it: in an exam that each candidate starts on their own, the time of everyone who starts with it runs from then.',
    params,
    query: z.object({ room: z._default(roomSchema, '') }),
    reply: startCodeSchema,
    problems: ['not-found', 'not-open-yet'],
  },
  ({ deps, caller, params: { id }, query }) => tellStartCode(deps, caller, id, query.room),
);

export const postStartCode = endpoint(
  {
    route: 'post /exams/:id/start-code',
    who: 'admin',
    summary:
      'Creates the start code of a room or of the whole exam; called again, it replaces one that was told, and leaves one that nobody knows yet.',
    params,
    body: startCodeRequestSchema,
    reply: startCodeFactsSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id }, body }) => makeStartCode(deps, caller.uid, id, body.room),
);
