/** The built app behind a server of its own, of which a test can release a next version. */
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { staticFiles } from '#api/middleware/static-files.ts';

export interface ServedBuild {
  readonly url: string;
  /** Puts a next version online, whose pages carry `data-version` on <html>. */
  release(version: string): Promise<void>;
  stop(): Promise<void>;
}

const BUILD = join(import.meta.dirname, '../../dist/web');

export async function serveBuild(): Promise<ServedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-build-'));
  await cp(BUILD, folder, { recursive: true });
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
  const revision = /"revision":"(\w+)","url":"index\.html"/.exec(worker)?.[1];
  if (!revision) throw new Error('The service worker does not keep index.html.');

  const online = async () => new Hono().use(await staticFiles(folder, 'http://127.0.0.1'));
  let app = await online();
  const server = serve({ fetch: (request) => app.fetch(request), hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    release: async (version) => {
      const replace = async (name: string, text: string) => {
        await writeFile(join(folder, name), text);
        for (const packed of ['br', 'gz']) {
          await rm(join(folder, `${name}.${packed}`), { force: true });
        }
      };
      await replace('index.html', page.replace('<html', `<html data-version="${version}"`));
      await replace('service-worker.js', worker.replace(revision, `${revision}${version}`));
      app = await online();
    },
    stop: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}
