// GET proctor/stream: a board and then what changes of it, as server-sent events.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { eventStream } from '../../middleware/event-stream.ts';
import { followBoard } from '../../services/hall/follow-board.ts';

export const getBoardStream = endpoint(
  {
    method: 'get',
    path: '/proctor/stream',
    who: 'staff',
    summary:
      'The board of an exam as server-sent events: `board` with everyone, then `changes`; asked again with Last-Event-ID it tells what was missed.',
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
