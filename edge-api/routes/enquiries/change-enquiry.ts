// PUT enquiries/{id}.
import * as z from 'zod/mini';
import { changeEnquiry } from '#api/services/enquiries/desk-enquiries.ts';
import { enquiryChangeSchema, enquirySchema } from '#contract/site/enquiries.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const putEnquiry = endpoint(
  {
    method: 'put',
    path: '/enquiries/:id',
    who: 'admin',
    summary: 'Sets an enquiry’s state and the office’s note.',
    params: z.object({ id: idSchema }),
    body: enquiryChangeSchema,
    reply: enquirySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => changeEnquiry(deps, caller.uid, params.id, body),
);
