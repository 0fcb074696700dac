/** The built app behind a server of its own, of which a test can release a next version. */

import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { staticFiles } from '#api/middleware/static-files.ts';
import { digestOf } from '../../web/build/precache-list.ts';
import { portOf } from '../support/free-port.ts';
import { keptList } from '../support/kept-list.ts';

export interface ServedBuild {
  readonly url: string;
  /** Puts a next version online, whose pages carry `data-version` on <html>, without this file. */
  release(version: string, without?: string): Promise<void>;
  /** From now on `answers` speaks first, as a portal between phone and server does; null ends it. */
  stepIn(answers: ((path: string) => Response | Promise<Response> | null) | null): void;
  /** What the service worker may keep, and when it does. */
  readonly listed: readonly { url: string; stage?: string | undefined }[];
  stop(): Promise<void>;
}

const BUILD = join(import.meta.dirname, '../../dist/web');

export async function serveBuild(): Promise<ServedBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-build-'));
  await cp(BUILD, folder, { recursive: true });
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
  const release = await releasesOf(folder);

  const online = async () => new Hono().use(await staticFiles(folder, 'http://127.0.0.1'));
  let app = await online();
  let portal: Parameters<ServedBuild['stepIn']>[0] = null;
  const server = serve({
    fetch: (request) => portal?.(new URL(request.url).pathname) ?? app.fetch(request),
    hostname: '127.0.0.1',
    port: 0,
  });
  await once(server, 'listening');

  return {
    listed: keptList(worker),
    url: `http://127.0.0.1:${portOf(server)}`,
    release: async (version, without) => {
      await release(version, without);
      app = await online();
    },
    stepIn: (answers) => {
      portal = answers;
    },
    stop: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * @param folder of a build, as it was built
 * @returns puts a version in its place whose pages carry `data-version` on <html>, and whose worker keeps those, without
 * this file
 */
export async function releasesOf(
  folder: string,
): Promise<(version: string, without?: string) => Promise<void>> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const worker = await readFile(join(folder, 'service-worker.js'), 'utf8');
  const digest = digestOf(page);
  if (!worker.includes(digest)) throw new Error('The service worker does not keep index.html.');
  const replace = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    for (const packed of ['br', 'gz']) await rm(join(folder, `${name}.${packed}`), { force: true });
  };
  return async (version, without) => {
    const released = page.replace('<html', `<html data-version="${version}"`);
    await replace('index.html', released);
    const entries = worker.match(/\{[^{}]*\},/g) ?? [];
    const entry = entries.find((each) => each.includes(`"url":"${without}"`)) ?? '';
    if (without && !entry) throw new Error(`The service worker does not keep ${without}.`);
    await replace(
      'service-worker.js',
      worker.replace(digest, digestOf(released)).replace(entry, ''),
    );
    if (without) await rm(join(folder, without), { force: true });
  };
}
