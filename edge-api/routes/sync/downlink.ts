// GET sync/stream, POST sync/report: a phone in a sitting listens, and says how it is.
import * as z from 'zod/mini';
import { deviceReportSchema, reportReplySchema } from '#contract/wire/report.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint, endpointByStatement } from '../../middleware/endpoint.ts';
import { eventStream } from '../../middleware/event-stream.ts';
import { connectPhone } from '../../services/hall/downlink.ts';
import { takeReport } from '../../services/hall/reports.ts';

export const getDownlink = endpoint(
  {
    method: 'get',
    path: '/sync/stream',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'Server-sent events for a phone in a sitting: `look` asks it to send at once, and so to hear what has changed.',
    query: z.object({ sittingId: idSchema }),
    reply: { describe: 'Server-sent events (text/event-stream).' },
    problems: ['not-found', 'unavailable'],
  },
  ({ deps, caller, query: { sittingId }, request }) =>
    eventStream(deps, request, caller.uid, (sink) => connectPhone(deps, caller, sittingId, sink)),
);

export const postReport = endpointByStatement(
  {
    method: 'post',
    path: '/sync/report',
    who: 'candidate',
    whileBlocked: true,
    summary:
      'How a device in a sitting is, at most once a minute and only when it has sent nothing else.',
    body: deviceReportSchema,
    reply: reportReplySchema,
    problems: ['not-found'],
  },
  ({ deps, asker, body }) => takeReport(deps, asker, body),
);
