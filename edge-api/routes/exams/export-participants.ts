// GET exams/by-exam/{id}/export.
import * as z from 'zod/mini';
import { exportParticipants } from '#api/services/exams/participants.ts';
import { idSchema } from '#contract/wire/values.ts';
import { chosenIds, workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { participantFilters } from './list-participants.ts';

export const getParticipantsExport = workbookEndpoint(
  {
    path: '/exams/by-exam/:id/export',
    mayLag: true,
    summary:
      'Everyone who applied for an exam, or whom a search, a status and chosen uids leave, as a workbook, written while it is sent: names, documents as full links, a score per section.',
    params: z.object({ id: idSchema }),
    query: z.object({ ...participantFilters, chosen: chosenIds }),
    problems: ['not-found'],
  },
  ({ deps, params, query }) => exportParticipants(deps, { examId: params.id, ...query }),
);
