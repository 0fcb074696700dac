// POST applications.
import { applicationReplySchema, applicationRequestSchema } from '#contract/site/applications.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { createApplication } from '../../services/applications/create-application.ts';

export const postApplication = endpoint(
  {
    method: 'post',
    path: '/applications',
    who: 'anyone',
    summary: 'Applies for a course; the amount to pay is the course’s.',
    body: applicationRequestSchema,
    reply: applicationReplySchema,
    status: 201,
    problems: ['throttled'],
  },
  ({ deps, body, address }) => createApplication(deps, body, address),
);
