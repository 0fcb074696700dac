// GET documents/{id}: what an exported workbook's links lead to.
import * as z from 'zod/mini';
import { documentSchema } from '#contract/desk/documents.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readDocument } from '../../services/files/read-document.ts';

export const getDocument = endpoint(
  {
    method: 'get',
    path: '/documents/:id',
    who: 'admin',
    summary:
      'A page that a candidate submitted: whose, of which exam, and where its bytes are now.',
    params: z.object({ id: idSchema }),
    reply: documentSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => readDocument(deps, id),
);
