import { expect, test } from 'vitest';
import { docsOf } from '#api/routes/docs/open-api.ts';
import { endpoints, rootEndpoints } from '#api/routes/endpoints.ts';
import { apiRights, rootRights } from './rights-table.ts';

const rightsOf = (list: readonly (typeof endpoints)[number][]) =>
  Object.fromEntries(list.map(({ declaration: { route, who } }) => [route, who]));
const described = [...endpoints, ...docsOf(endpoints)];

test('every endpoint has the right that tests/rights-table.ts gives it, and every endpoint is in that table', () => {
  expect(rightsOf(described)).toEqual(apiRights);
  expect(rightsOf(rootEndpoints)).toEqual(rootRights);
});

test('every endpoint is declared once', () => {
  expect(Object.keys(apiRights)).toHaveLength(described.length);
  expect(Object.keys(rootRights)).toHaveLength(rootEndpoints.length);
});
