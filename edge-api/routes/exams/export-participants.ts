// GET exams/by-exam/{id}/export.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { workbookReply } from '../../middleware/workbook-reply.ts';
import { exportParticipants } from '../../services/exams/export-participants.ts';

export const getParticipantsExport = endpoint(
  {
    method: 'get',
    path: '/exams/by-exam/:id/export',
    who: 'admin',
    summary:
      'Everyone who applied for an exam as a workbook, written while it is sent: names, documents as full links, a score per section.',
    params: z.object({ id: idSchema }),
    reply: { describe: 'An Excel workbook (.xlsx).' },
    problems: ['not-found'],
  },
  async ({ deps, params }) => workbookReply(deps, await exportParticipants(deps, params.id)),
);
