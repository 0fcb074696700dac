// What a proctor sees of the exam hall, and the acts they send from it.
import * as z from 'zod/mini';
import { heldSittingSchema } from '#contract/desk/live.ts';
import { watchedExamListSchema } from '#contract/desk/staff.ts';
import { hallActsSchema, hallOutcomesSchema } from '#contract/hall/acts.ts';
import { boardSchema } from '#contract/hall/board.ts';
import { hallReportSchema } from '#contract/hall/report.ts';
import { photoSchema } from '#contract/site/photo.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { eventStream } from '../../middleware/event-stream.ts';
import { followBoard } from '../../services/hall/board-hub.ts';
import { listWatched, readBoard, readHeldOf, readPhoto } from '../../services/hall/read-board.ts';
import { readReport } from '../../services/hall/read-report.ts';
import { takeActs } from '../../services/hall/take-acts.ts';

export const getOwnExams = endpoint(
  {
    route: 'get /proctor/exams',
    who: 'staff',
    summary:
      'The caller’s exams to watch, newest start first: those assigned; for the administrator, those under way or about a day away.',
    reply: watchedExamListSchema,
  },
  ({ deps, caller }) => listWatched(deps, caller),
);

export const getBoard = endpoint(
  {
    route: 'get /proctor/board',
    who: 'staff',
    summary:
      'The candidates of an exam in the caller’s rooms, and the progress of each. No answers, no scores.',
    query: z.object({ exam: idSchema }),
    reply: boardSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, query: { exam } }) => readBoard(deps, caller, exam),
);

export const getReport = endpoint(
  {
    route: 'get /proctor/report',
    who: 'staff',
    summary: 'A session’s report: who came, how it ended, and what was done in the hall.',
    query: z.object({ exam: idSchema }),
    reply: hallReportSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, query: { exam } }) => readReport(deps, caller, exam),
);

export const getHeldOf = endpoint(
  {
    route: 'get /proctor/held',
    who: 'staff',
    summary: 'The late acts of one candidate that wait for a person, with the evidence. No scores.',
    query: z.object({ exam: idSchema, row: idSchema }),
    reply: heldSittingSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, query }) => readHeldOf(deps, caller, query),
);

export const getSeatPhoto = endpoint(
  {
    route: 'get /proctor/photo',
    who: 'staff',
    summary: 'The photo of one candidate in the caller’s rooms, to compare at check-in.',
    query: z.object({ exam: idSchema, row: idSchema }),
    reply: photoSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, query }) => readPhoto(deps, caller, query),
);

export const postActs = endpoint(
  {
    route: 'post /proctor/acts',
    who: 'staff',
    summary:
      'Accepts acts done in the hall, each once however often it comes, and answers each with its outcome.',
    body: hallActsSchema,
    bodyLimit: 300_000, // a hundred acts with a note each
    reply: hallOutcomesSchema,
    problems: ['unavailable'],
  },
  ({ deps, caller, body }) => takeActs(deps, caller, body),
);

export const getBoardStream = endpoint(
  {
    route: 'get /proctor/stream',
    who: 'staff',
    summary:
      'The board of an exam as server-sent events: `board` with everyone, then `changes`; with Last-Event-ID it sends what was missed.',
    query: z.object({ exam: idSchema }),
    reply: { describe: 'Server-sent events (text/event-stream).' },
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, query: { exam }, request }) => {
    const from = request.headers.get('last-event-id')?.slice(0, 60) ?? null;
    return eventStream(
      deps,
      request,
      caller.uid,
      (sink) => followBoard(deps, caller, exam, from, sink),
      { packed: true },
    );
  },
);
