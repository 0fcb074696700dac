// The app: mounts every endpoint under both bases, and turns every failure into a reply in one place.
// It doesn't know how it is served.
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import * as z from 'zod/mini';
import { isDatabaseGone, isUnstorableText } from '#db/queries/read-error.ts';
import type { Deps } from './deps.ts';
import { saysSignedOut } from './middleware/endpoint.ts';
import { keepLastChange } from './middleware/last-change.ts';
import { measure } from './middleware/operator.ts';
import { httpsHeaders } from './middleware/page-headers.ts';
import { reply } from './middleware/reply.ts';
import { securityLog } from './middleware/security-log.ts';
import { staticFiles } from './middleware/static-files.ts';
import { Problem } from './problem.ts';
import { docsOf } from './routes/docs/open-api.ts';
import { endpoints, rootEndpoints } from './routes/endpoints.ts';
import { readExams } from './services/exams/read-exams.ts';
import { newId } from './services/new-id.ts';
import { ownBrand } from './services/settings/settings.ts';
import { SIMULATED_PATH } from './simulated-payments.ts';
import { traceId } from './tracing.ts';

/** Every endpoint is mounted under both; the specification allows either reading. */
const API_BASES = ['/api/v1', '/api/api/v1'] as const;

export function createApp(deps: Deps): Hono {
  const app = new Hono();
  if (deps.tracing) app.use(deps.tracing.requests);
  app.use(measure);
  app.use(securityLog(deps));
  if (deps.replica) app.use(keepLastChange(deps));
  if (deps.settings.publicUrl.startsWith('https:')) app.use(httpsHeaders);
  const described = [...endpoints, ...docsOf(endpoints)];
  for (const base of API_BASES) for (const { mount } of described) mount(app, base, deps);
  for (const { mount } of rootEndpoints) mount(app, '', deps);
  app.notFound((c) =>
    reply(c, new Problem('not-found').toBody(requestIdOf(c, deps.settings.trustProxy)), 404),
  );
  app.onError((error, c) => {
    const requestId = requestIdOf(c, deps.settings.trustProxy);
    const problem = toProblem(error);
    if (problem.code === 'internal' || isDiskFull(error))
      deps.log.error(
        { requestId, ...traceId(), err: error, route: routePath(c) },
        'request failed',
      );
    const { retryAfter } = problem.details;
    return reply(c, problem.toBody(requestId), problem.status, {
      'x-request-id': requestId,
      ...saysSignedOut(c),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    });
  });
  return app;
}

/** Reuses the request id of our proxy (deploy/nginx.conf), so that its log and ours name the request alike. */
function requestIdOf(c: Context, trustProxy: boolean): string {
  const said = trustProxy ? c.req.header('x-request-id') : undefined;
  return said && /^[\w-]{8,64}$/.test(said) ? said : newId();
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseGone(error)) return new Problem('unavailable', { retryAfter: 1 });
  if (isDiskFull(error)) return new Problem('unavailable', { retryAfter: 10 });
  return new Problem(isUnstorableText(error) ? 'invalid' : 'internal');
}

/** The disk that stores files is full. The request itself is fine and can be retried once someone makes room. */
const diskFullSchema = z.object({ code: z.enum(['ENOSPC', 'EDQUOT']) });
const isDiskFull = (error: unknown) => diskFullSchema.safeParse(error).success;

// Everything served at this origin: the API, the simulated gateway if it is in use, and the built web app.
// All of it is mounted here, so that a test can go through every route.

/**
 * @param parts `simulated`: the simulated gateway's routes, or null when the real gateway is used. `builtWeb`: the
 * folder of the built web app, or null before the first build
 */
export async function createSite(
  deps: Deps,
  parts: { simulated: Hono | null; builtWeb: string | null },
): Promise<Hono> {
  const app = createApp(deps);
  if (parts.simulated) app.route(SIMULATED_PATH, parts.simulated);
  if (parts.builtWeb) {
    const shown = {
      readExams: () => readExams(deps.db, null),
      readBrand: () => ownBrand(deps),
      now: deps.now,
      onFailure: (err: unknown) => deps.log.warn({ err }, 'a page could not be made ready'),
    };
    app.use(await staticFiles(parts.builtWeb, deps.settings.publicUrl, shown));
  }
  return app;
}
