/** The alerts and dashboard in deploy/ use only what /metrics has: a renamed metric would silence both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureProcess } from '#api/services/health/health.ts';
import { METRICS_TOKEN, startApi, type TestApi } from '#tests/support/api.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const METRIC = /\b(?:http|process|nodejs|server)_[a-z0-9_]+/g;
/** Routes matched by their end. */
const ROUTE = /route=~\\?"\.\*\/\(?([a-z/|-]+)\)?\\?"/g;

describe('the monitoring files in deploy/', () => {
  let api: TestApi;
  beforeAll(async () => {
    measureProcess();
    api = await startApi();
  });
  afterAll(() => api.close());

  test.each(['alerts.yml', 'grafana.json'])(
    'of %s name only metrics and routes that exist',
    async (file) => {
      const text = readFileSync(join(DEPLOY, file), 'utf8');
      await api.request('sync/push', { token: api.adminToken, json: {} });
      const answer = await api.request('/metrics', { token: METRICS_TOKEN });
      const told = new Set(String(answer.body).match(METRIC));
      const asked = new Set(text.match(METRIC));
      expect(asked.size).toBeGreaterThan(3);
      expect([...asked].filter((name) => !told.has(name))).toEqual([]);

      const routes = [...text.matchAll(ROUTE)].flatMap(([, ends = '']) => ends.split('|'));
      expect(routes).toContain('sync/push');
      const { paths } = Object(await (await api.fetch('/api/v1/openapi.json')).json());
      const there = Object.keys(paths);
      expect(routes.filter((end) => !there.some((path) => path.endsWith(`/${end}`)))).toEqual([]);
    },
  );
});
