// GET /healthz, /readyz and /metrics, outside /api/v1: for load balancers and monitoring.
import * as z from 'zod/mini';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { isReady, METRICS_TYPE, renderMetrics } from '../../services/health/health.ts';

export const getHealth = endpoint(
  {
    route: 'get /healthz',
    who: 'anyone',
    summary: 'The process is alive.',
    reply: z.object({ alive: z.literal(true) }),
  },
  async () => ({ alive: true as const }),
);

export const getReadiness = endpoint(
  {
    route: 'get /readyz',
    who: 'anyone',
    summary: 'The database can be reached and is migrated, and the process is not about to stop.',
    reply: z.object({ ready: z.literal(true), clockInDoubt: z.boolean() }),
    problems: ['unavailable'],
  },
  async ({ deps }) => {
    if (deps.isStopping() || !(await isReady(deps.db)))
      throw new Problem('unavailable', { retryAfter: 5 });
    return { ready: true as const, clockInDoubt: deps.isClockInDoubt() };
  },
);

export const getMetrics = endpoint(
  {
    route: 'get /metrics',
    who: 'operator',
    summary: 'Counts and times for Prometheus.',
    reply: { describe: 'Prometheus text' },
  },
  async () =>
    new Response(await renderMetrics(), {
      headers: {
        'content-type': METRICS_TYPE,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    }),
);
