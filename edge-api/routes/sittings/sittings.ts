// The caller's own sitting: opening it, submitting it, and its result. Below, the office's acts on late work.
import * as z from 'zod/mini';
import { listEndpoint, paging } from '#api/middleware/list-endpoint.ts';
import { readAnswerSheet } from '#api/services/sittings/answer-sheet.ts';
import { decideHeld, listHeld, lookAtLate } from '#api/services/sittings/held.ts';
import { answerSheetSchema } from '#contract/desk/answer-sheet.ts';
import { decideHeldSchema, heldListSchema } from '#contract/desk/live.ts';
import { ownSittingsSchema, resultsReplySchema } from '#contract/wire/results.ts';
import {
  openReplySchema,
  openRequestSchema,
  submitReplySchema,
  submitRequestSchema,
} from '#contract/wire/sync.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema, uidSchema } from '#contract/wire/values.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { workInTurn } from '../../services/in-turn.ts';
import { listOwnSittings, listResults } from '../../services/sittings/list-results.ts';
import { openSitting } from '../../services/sittings/open-sitting.ts';
import { submitSitting } from '../../services/sittings/submit-sitting.ts';

/** The reasons why a sitting doesn't open. They also apply to a submission, because that may open the sitting. */
const notOpened = [
  'not-found',
  'not-eligible',
  'exam-inactive',
  'exam-paused',
  'not-open-yet',
  'exam-over',
  'already-submitted',
  'open-elsewhere',
  'device-not-allowed',
  'section-too-large',
  'throttled',
  'unavailable',
] as const;

export const openSittingEndpoint = endpoint(
  {
    route: 'post /exams/:id/sitting',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Opens the caller’s sitting on a device: the paper, the deadline and the device’s turn.',
    params: z.object({ id: idSchema }),
    body: openRequestSchema,
    inTurn: workInTurn({ atOnce: 64, longestQueue: 20_000 }),
    reply: openReplySchema,
    problems: ['account-blocked', ...notOpened],
  },
  ({ deps, caller, params, body }) => openSitting(deps, caller, params.id, body),
);

export const submitMcq = endpoint(
  {
    route: 'post /exams/submit-mcq',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Submits all answers; the same submission again gives the same answer. `device` is what the app adds.',
    body: submitRequestSchema,
    bodyLimit: 1_000_000, // all answers and a thousand events take some 400 KB
    reply: submitReplySchema,
    problems: notOpened,
  },
  async ({ deps, caller, body }) => {
    const which = { uid: requireOwn(caller, body.uid), examId: body.examID };
    try {
      return await submitSitting(deps, which, body);
    } catch (error) {
      // A client that never opened the sitting opens it by submitting.
      if (!(error instanceof Problem && error.code === 'not-found') || body.device) throw error;
      await openSitting(deps, caller, body.examID, null);
      return submitSitting(deps, which, body);
    }
  },
);

export const getResult = endpoint(
  {
    route: 'get /exams/getresult/:uid',
    who: 'candidate-or-admin',
    summary:
      'Scores of a candidate’s sittings, newest first, or of one exam alone: TotalScore, then each section.',
    params: z.object({ uid: uidSchema }),
    query: z.object({ exam: z._default(idSchema, '') }),
    reply: resultsReplySchema,
  },
  ({ deps, caller, params, query }) =>
    listResults(
      deps.db,
      { uid: requireOwn(caller, params.uid), examId: query.exam },
      caller.role === 'admin' ? null : deps.now(),
    ),
);

export const getOwnSittings = endpoint(
  {
    route: 'get /sittings',
    who: 'candidate',
    summary:
      'The candidate’s own sittings, newest first, with the code of each receipt; no scores.',
    reply: ownSittingsSchema,
  },
  ({ deps, caller }) => listOwnSittings(deps.db, caller.uid),
);

// Late acts that wait for a person to decide whether they count, with the evidence (offline rule 16).
export const listHeldEndpoint = listEndpoint(
  {
    route: 'get /sittings/held',
    summary:
      'Sittings with late acts that the time evidence does not decide, with that evidence; the total is in X-Total-Count.',
    query: z.object(paging(20, 50)),
    reply: heldListSchema,
  },
  ({ deps, query }) => listHeld(deps, query),
);

export const decideHeldEndpoint = endpoint(
  {
    route: 'post /sittings/:id/held',
    who: 'admin',
    summary: 'Decides whether the acts held so far count, with the reason for the audit log.',
    params: z.object({ id: idSchema }),
    body: decideHeldSchema,
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile', 'unavailable'],
  },
  async ({ deps, caller, params, body }) => {
    await decideHeld(deps, caller.uid, params.id, body);
    return { success: true as const };
  },
);

export const lookAtLateEndpoint = endpoint(
  {
    route: 'post /sittings/:id/looked',
    who: 'admin',
    summary: 'Removes the mark “includes late work” from a score, with a line in the activity log.',
    params: z.object({ id: idSchema }),
    reply: successReplySchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, params }) => {
    await lookAtLate(deps, caller.uid, params.id);
    return { success: true as const };
  },
);

export const getAnswerSheet = endpoint(
  {
    route: 'get /sittings/:id/answers',
    who: 'admin',
    summary:
      'What counted of a sitting that is over: each question of its paper, what was chosen, what is right and the marks.',
    params: z.object({ id: idSchema }),
    reply: answerSheetSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readAnswerSheet(deps, params.id),
);
