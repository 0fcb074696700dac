// POST sync/handover: a proctor takes in what a candidate handed over without a network (offline rule 21).
import * as z from 'zod/mini';
import {
  handOverReplySchema,
  handOverTextSchema,
  LONGEST_HAND_OVER_TEXT,
  takenAtSchema,
} from '#contract/hall/hand-over.ts';
import { readBytes } from '../../middleware/body.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { takeInHandOver } from '../../services/sittings/take-in-hand-over.ts';

/** Twenty thousand events, deflated, are a fifth of it. */
const LARGEST_FILE = 1_000_000;

export const postHandOver = endpoint(
  {
    method: 'post',
    path: '/sync/handover',
    who: 'staff',
    summary:
      'Takes in a hand-over: the file’s bytes, or as JSON `{text, takenAt?}` what was scanned or typed. Again it changes nothing.',
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
