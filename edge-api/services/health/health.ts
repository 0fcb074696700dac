// The server's state: whether it is ready (the database answers and is migrated), and the metrics for Prometheus.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';

const rowSchema = z.object({ migrations: z.int().check(z.positive()) });

/** Nobody waits longer than this for an answer, so a slower database counts as unreachable. */
const PATIENCE_MS = 3_000;

export async function isReady(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not answer in time')), PATIENCE_MS);
  });
  try {
    const [row] = await Promise.race([
      db.rows('select count(*)::int as migrations from drizzle.__drizzle_migrations', []),
      late,
    ]);
    return rowSchema.safeParse(row).success;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

// Requests by route and status with their duration, and figures about the process. Labels use route patterns, never addresses, so
// that no person's id becomes a label.

const registry = new Registry();

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer, by method, route pattern and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

export function observeRequest(
  labels: { method: string; route: string; status: number },
  seconds: number,
): void {
  requests.observe(
    { method: labels.method, route: labels.route, status: String(labels.status) },
    seconds,
  );
}

const clockSteps = new Counter({
  name: 'server_clock_steps_total',
  help: 'How often the machine’s clock was set by more than half a minute under the running server.',
  registers: [registry],
});

const messages = new Counter({
  name: 'server_sms_total',
  help: 'Text messages that the provider took, and tries that failed.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
// Both counters start at 0, so that Prometheus sees the first failure as an increase.
for (const outcome of ['sent', 'failed']) messages.inc({ outcome }, 0);

const clockInDoubt = new Gauge({
  name: 'server_clock_in_doubt',
  help: '1 while the machine’s clock is not followed or the database’s shows another time: nothing is closed or deleted.',
  registers: [registry],
});

export function countClockStep(): void {
  clockSteps.inc();
}

export function countMessage(outcome: 'sent' | 'failed'): void {
  messages.inc({ outcome });
}

export function observeDoubt(isInDoubt: boolean): void {
  clockInDoubt.set(isInDoubt ? 1 : 0);
}

/** Measures memory, event loop and garbage collection. Called once, when the server starts. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry });
}

export function renderMetrics(): Promise<string> {
  return registry.metrics();
}

export const METRICS_TYPE = registry.contentType;
