// GET settings/integrations and POST settings/integrations/:name/test.
import * as z from 'zod/mini';
import {
  integrationListSchema,
  integrationResultSchema,
  integrations,
  integrationTestSchema,
} from '#contract/desk/settings.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listIntegrations } from '../../services/settings/list-integrations.ts';
import { testIntegration } from '../../services/settings/test-integration.ts';

export const getIntegrations = endpoint(
  {
    method: 'get',
    path: '/settings/integrations',
    who: 'admin',
    summary: 'What the server works with outside itself: database, files, payments, SMS.',
    reply: integrationListSchema,
  },
  ({ deps }) => listIntegrations(deps),
);

export const postIntegrationTest = endpoint(
  {
    method: 'post',
    path: '/settings/integrations/:name/test',
    who: 'admin',
    summary: 'Really tries one of them and says in words what came of it; `sms` sends a message.',
    params: z.object({ name: z.enum(integrations) }),
    body: integrationTestSchema,
    reply: integrationResultSchema,
    problems: ['throttled'],
  },
  ({ deps, caller, params, body }) => testIntegration(deps, caller.uid, params.name, body.mobile),
);
