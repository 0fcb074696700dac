// The app: every endpoint under both of the specification's bases, and one place where a failure
// becomes an answer. Knows nothing of how it is served.
import { Hono } from 'hono';
import { isUnstorableText } from '#db/queries/read-error.ts';
import type { Deps } from './deps.ts';
import { reply } from './middleware/reply.ts';
import { Problem } from './problem.ts';
import { endpoints } from './routes/endpoints.ts';
import { newId } from './services/new-id.ts';

/** The specification's calls are read both ways: /api/v1 and /api/api/v1. */
export const API_BASES = ['/api/v1', '/api/api/v1'] as const;

export function createApp(deps: Deps): Hono {
  const app = new Hono();
  for (const base of API_BASES) for (const { mount } of endpoints) mount(app, base, deps);
  app.notFound((c) => reply(c, new Problem('not-found').toBody(newId()), 404));
  app.onError((error, c) => {
    const requestId = newId();
    const problem = toProblem(error);
    if (problem.code === 'internal')
      deps.log.error({ requestId, err: error, path: c.req.path }, 'request failed');
    const headers = new Headers({ 'x-request-id': requestId });
    if (problem.details.retryAfter !== undefined)
      headers.set('retry-after', String(problem.details.retryAfter));
    return reply(c, problem.toBody(requestId), problem.status, headers);
  });
  return app;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(isUnstorableText(error) ? 'invalid' : 'internal');
}
