// The built web app with the headers that its pages carry.
import type { MiddlewareHandler } from 'hono';
import { pageHeaders } from './page-headers.ts';
import { readSite, staticFiles } from './static-files.ts';

/** @param folder the build's folder, absolute. @throws when there is no build in it */
export async function webPages(folder: string, publicUrl: string): Promise<MiddlewareHandler> {
  const serve = await staticFiles(folder, publicUrl);
  const headers = Object.entries(pageHeaders(publicUrl, (await readSite(folder)).script));
  return async (c, next) => {
    const answer = await serve(c, next);
    if (answer instanceof Response && answer.headers.get('content-type')?.startsWith('text/html')) {
      for (const [name, value] of headers) answer.headers.set(name, value);
    }
    return answer;
  };
}
