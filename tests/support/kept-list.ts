/** The service worker's list of files, as the build wrote it into the worker. */
import * as z from 'zod/mini';

const listSchema = z.array(
  z.object({ url: z.string(), digest: z.optional(z.string()), stage: z.optional(z.string()) }),
);

/** @param worker the text of dist/web/service-worker.js; throws when there is no list in it */
export function keptList(worker: string) {
  const [list = ''] = /\[\{[^[\]]*"digest"[^[\]]*\}\]/.exec(worker) ?? [];
  // The plugin adds the web manifest, which the worker doesn't keep.
  return listSchema.parse(JSON.parse(list)).filter(({ url }) => url !== 'manifest.webmanifest');
}
