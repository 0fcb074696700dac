// GET exams/by-exam/{id}/export.
import * as z from 'zod/mini';
import { idSchema } from '#contract/wire/values.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { exportParticipants } from '../../services/exams/export-participants.ts';

export const getParticipantsExport = workbookEndpoint(
  {
    path: '/exams/by-exam/:id/export',
    summary:
      'Everyone who applied for an exam as a workbook, written while it is sent: names, documents as full links, a score per section.',
    params: z.object({ id: idSchema }),
    problems: ['not-found'],
  },
  ({ deps, params }) => exportParticipants(deps, params.id),
);
