// The brand for everyone; settings and integrations for the administrator.
import * as z from 'zod/mini';
import { changeCells } from '#api/services/cells/cells.ts';
import { changeSetting, readSetting, shownBrand } from '#api/services/settings/settings.ts';
import {
  brandChangeSchema,
  cellsChangeSchema,
  integrationListSchema,
  integrationResultSchema,
  integrations,
  integrationTestSchema,
  policiesChangeSchema,
  settingsSchema,
} from '#contract/desk/settings.ts';
import { shownBrandSchema } from '#contract/site/brand.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listIntegrations, testIntegration } from '../../services/settings/integrations.ts';

export const getBrand = endpoint(
  {
    route: 'get /settings/brand',
    who: 'anyone',
    summary:
      'Who runs the site: name, address, contact, links; for the exam’s page also the number for answers by text message. May be cached for five minutes.',
    query: z.object({ of: z.optional(z.literal('exam')) }),
    reply: shownBrandSchema,
  },
  async ({ deps, query }) =>
    Response.json(
      {
        ...(await shownBrand(deps)),
        textTo: query.of === 'exam' ? deps.settings.textTo : undefined,
      },
      {
        headers: { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
      },
    ),
);

export const getSettings = endpoint(
  {
    route: 'get /settings',
    who: 'admin',
    summary: 'Everything that can be set, each with the version to send back with a change.',
    reply: settingsSchema,
  },
  async ({ deps: { db } }) => ({
    brand: await readSetting(db.orm, 'brand'),
    policies: await readSetting(db.orm, 'policies'),
    cells: await readSetting(db.orm, 'cells'),
  }),
);

export const putBrand = endpoint(
  {
    route: 'put /settings/brand',
    who: 'admin',
    summary: 'Changes who runs the site; earlier invoices stay as they were.',
    body: brandChangeSchema,
    reply: settingsSchema.shape.brand,
    problems: ['changed-meanwhile'],
  },
  ({ deps, caller, body }) => changeSetting(deps, caller.uid, 'brand', body),
);

export const putPolicies = endpoint(
  {
    route: 'put /settings/policies',
    who: 'admin',
    summary: 'Changes how exams are run, from now on: the transit allowance, and late acts.',
    body: policiesChangeSchema,
    reply: settingsSchema.shape.policies,
    problems: ['changed-meanwhile'],
  },
  ({ deps, caller, body }) => changeSetting(deps, caller.uid, 'policies', body),
);

export const putCells = endpoint(
  {
    route: 'put /settings/cells',
    who: 'admin',
    summary:
      'Names the cells, deployments that hold exams of this site. Each new one is asked for its public keys, which are kept: by them its receipts and results are checked.',
    body: cellsChangeSchema,
    reply: settingsSchema.shape.cells,
    problems: ['changed-meanwhile', 'invalid'],
  },
  ({ deps, caller, body }) => changeCells(deps, caller.uid, body),
);

export const getIntegrations = endpoint(
  {
    route: 'get /settings/integrations',
    who: 'admin',
    summary: 'The services the server depends on: database, files, payments, SMS.',
    reply: integrationListSchema,
  },
  ({ deps }) => listIntegrations(deps),
);

export const postIntegrationTest = endpoint(
  {
    route: 'post /settings/integrations/:name/test',
    who: 'admin',
    summary: 'Tests one of them and reports the result in words; `sms` sends a message.',
    params: z.object({ name: z.enum(integrations) }),
    body: integrationTestSchema,
    reply: integrationResultSchema,
    problems: ['throttled'],
  },
  ({ deps, caller, params, body }) => testIntegration(deps, caller.uid, params.name, body.mobile),
);
