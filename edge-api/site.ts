// Everything that answers at this origin: the API, the simulated gateway where it is used, the built web app.
// Mounted here and nowhere else, so that a test can walk all of it.
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';
import { staticFiles } from './middleware/static-files.ts';
import { readExams } from './services/exams/read-exams.ts';
import { SIMULATED_PATH } from './simulated-payments.ts';

/**
 * @param parts the simulated gateway's routes, or null where the real one is used; the folder of the
 * built web app, or null while there is none
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
      now: deps.now,
      onFailure: (err: unknown) => deps.log.warn({ err }, 'a page could not be made ready'),
    };
    app.use(await staticFiles(parts.builtWeb, deps.settings.publicUrl, shown));
  }
  return app;
}
