// What a device and the server send each other during a sitting (offline rules 8–10).
import * as z from 'zod/mini';
import {
  handOverReplySchema,
  handOverTextSchema,
  LONGEST_HAND_OVER_TEXT,
  takenAtSchema,
} from '#contract/hall/hand-over.ts';
import { deviceReportSchema, reportReplySchema } from '#contract/wire/report.ts';
import { beaconSchema, pushReplySchema, pushRequestSchema } from '#contract/wire/sync.ts';
import { idSchema } from '#contract/wire/values.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint, endpointByStatement, readAs } from '../../middleware/endpoint.ts';
import { eventStream } from '../../middleware/event-stream.ts';
import { Problem } from '../../problem.ts';
import { callWhenBack, connectPhone, takeReport } from '../../services/hall/downlink.ts';
import { pushEvents } from '../../services/sittings/push-events.ts';
import { beaconAt } from '../../services/sittings/standing.ts';
import { takeInHandOver } from '../../services/sittings/take-in-hand-over.ts';

export const pushEventsEndpoint = endpointByStatement(
  {
    route: 'post /sync/push',
    who: 'candidate',
    whileBlocked: true,
    summary: 'Appends what the candidate did to the sitting’s log and acknowledges it.',
    body: pushRequestSchema,
    bodyLimit: 1_000_000, // a thousand events take some 150 KB, and more if they name pages
    reply: pushReplySchema,
    problems: [
      'not-found',
      'open-elsewhere',
      'not-open-yet',
      'device-not-allowed',
      'too-large',
      'throttled',
      'unavailable',
    ],
  },
  ({ deps, asker, body }) => pushEvents(deps, asker, body),
);

export const getDownlink = endpoint(
  {
    route: 'get /sync/stream',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Server-sent events for a phone in a sitting: `look` asks it to send at once, and so to hear what has changed; `back` to send what waits, if anything does: the server has its database again.',
    query: z.object({ sittingId: idSchema }),
    reply: { describe: 'Server-sent events (text/event-stream).' },
    problems: ['not-found', 'unavailable'],
    whileGone: (deps, request, from, failure) =>
      eventStream(deps, request, from.token, (sink) => callWhenBack(deps, from, sink, failure)),
  },
  ({ deps, caller, query: { sittingId }, request }) =>
    eventStream(deps, request, caller.uid, (sink) => connectPhone(deps, caller, sittingId, sink)),
);

export const postReport = endpointByStatement(
  {
    route: 'post /sync/report',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'The state of a device in a sitting, at most once a minute and only if it has sent nothing else.',
    body: deviceReportSchema,
    reply: reportReplySchema,
    problems: ['not-found'],
  },
  ({ deps, asker, body }) => takeReport(deps, asker, body),
);

export const getTime = endpoint(
  {
    route: 'get /sync/time',
    who: 'anyone',
    summary: 'The server’s time, signed.',
    reply: beaconSchema,
  },
  async ({ deps }) => beaconAt(deps, deps.now()),
);

/** Bytes. Twenty thousand events, compressed, take a fifth of it. */
const LARGEST_FILE = 1_000_000;

export const postHandOver = endpoint(
  {
    route: 'post /sync/handover',
    who: 'staff',
    summary:
      'Takes in a hand-over: the file’s bytes, or as JSON `{text, takenAt?}` what was scanned or typed. Repeating it changes nothing.',
    query: z.object({ takenAt: takenAtSchema }),
    reply: handOverReplySchema,
    problems: ['handover-refused', 'too-large', 'unavailable'],
  },
  async ({ deps, caller, query, request }) => {
    const isText = /^application\/json\b/i.test(request.headers.get('content-type') ?? '');
    const bytes = await readBytes(request, isText ? 2 * LONGEST_HAND_OVER_TEXT : LARGEST_FILE);
    const { takenAt, ...given } = isText
      ? readAs(handOverTextSchema, readText(bytes))
      : { bytes, takenAt: query.takenAt };
    return takeInHandOver(deps, caller, given, takenAt ? Date.parse(takenAt) : null);
  },
);

function readText(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Problem('unreadable');
  }
}
