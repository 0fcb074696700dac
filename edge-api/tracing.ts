/**
 * OpenTelemetry traces, if OTEL_EXPORTER_OTLP_ENDPOINT names a collector: one span per request, named by its route's
 * pattern, and one for each statement and transaction within it. Spans contain no address, header, body or parameter, and
 * so no personal data. The libraries are loaded only when traces are on. Sampling, name and headers are OpenTelemetry's
 * own settings (docs/OPERATIONS.md).
 */
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import type { Database } from '#db/client.ts';
import { routeOf } from './middleware/operator.ts';

export type Tracing = {
  /** Starts a new trace for each request and ignores `traceparent`, because a stranger must not name our traces. */
  requests: MiddlewareHandler;
  /** @returns the same database, with spans for its work in traced requests */
  database: (db: Database) => Database;
  /** Sends the spans that are not sent yet, and stops. */
  stop: () => Promise<void>;
};

/** Longer than a collector on the same network takes. A stopping process waits no longer for it. */
const LONGEST_SEND_MS = 3_000;

export async function startTracing({ serviceName }: { serviceName: string }): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: LONGEST_SEND_MS })),
    ],
  });
  provider.register();
  const tracer = trace.getTracer('pariksha');

  /** @throws what `act` throws */
  function during<T>(
    name: string,
    options: { kind: SpanKind; attributes?: Record<string, string> },
    act: (span: Span) => Promise<T>,
  ): Promise<T> {
    return tracer.startActiveSpan(name, options, async (span) => {
      try {
        return await act(span);
      } catch (error) {
        // Only the error's name: its message may contain personal data.
        const message = error instanceof Error ? error.name : 'thrown';
        span.setStatus({ code: SpanStatusCode.ERROR, message });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  /** Adds a span only within a traced request. The process's timers start no traces, because those would be most of them. */
  const within = <T>(name: string, text: string | null, act: () => Promise<T>): Promise<T> => {
    if (!trace.getActiveSpan()) return act();
    const attributes = {
      'db.system.name': 'postgresql',
      ...(text !== null && { 'db.query.text': text }),
    };
    return during(name, { kind: SpanKind.CLIENT, attributes }, act);
  };

  return {
    requests: (c, next) =>
      during(c.req.method, { kind: SpanKind.SERVER }, async (span) => {
        await next();
        const route = routeOf(c);
        span.updateName(`${c.req.method} ${route}`);
        span.setAttributes({
          'http.request.method': c.req.method,
          'http.route': route,
          'http.response.status_code': c.res.status,
        });
        if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      }),
    database: (db) => ({
      ...db,
      rows: (statement, params) => within('statement', statement, () => db.rows(statement, params)),
      transaction: (act) => within('transaction', null, () => db.transaction(act)),
    }),
    stop: () => provider.shutdown(),
  };
}

/** The id of the current trace, for a log entry; empty outside a trace. */
export function traceId(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}
