/**
 * Builds the web app unless dist/web is newer than all its sources, which saves seconds at a second start. A build that
 * failed or was cut short has left no service worker and counts as none.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['web', 'state-machines', 'seals', 'package.json', 'package-lock.json'];
/** The last file to be compressed. */
const RESULT = join(ROOT, 'dist/web/service-worker.js.br');

async function changedAt(path: string): Promise<number> {
  const info = await stat(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const names = await readdir(path);
  // A folder's own time changes when a file in it is removed.
  const times = await Promise.all(names.map((name) => changedAt(join(path, name))));
  return Math.max(info.mtimeMs, ...times);
}

const builtAt = await stat(RESULT).then(
  (info) => info.mtimeMs,
  () => 0,
);
const times = await Promise.all(SOURCES.map((source) => changedAt(join(ROOT, source))));
if (builtAt < Math.max(...times)) {
  await build({ configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' });
}
