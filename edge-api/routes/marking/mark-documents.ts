// PUT sittings/{id}/marking.
import * as z from 'zod/mini';
import { markableSittingSchema, markRequestSchema } from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { markDocuments } from '../../services/marking/mark-documents.ts';

export const putMark = endpoint(
  {
    method: 'put',
    path: '/sittings/:id/marking',
    who: 'admin',
    summary:
      'Gives, changes or (null) takes back the mark for a sitting’s documents, with the reason. `seen` is the time of the mark that was shown, so that another marker’s is not overwritten.',
    params: z.object({ id: idSchema }),
    body: markRequestSchema,
    reply: markableSittingSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => markDocuments(deps, caller.uid, params.id, body),
);
