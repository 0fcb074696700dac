/** The built server and app in a folder of their own, where a next version of the app can be put in their place. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasesOf } from '../e2e/served-build.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the built server finds beside itself. */
const BESIDE = ['db', 'edge-api', 'node_modules', 'package.json'];

export interface Installation {
  readonly folder: string;
  /** Pages of it carry the version; a server shows it from its next start on. */
  release(version: string): Promise<void>;
  remove(): Promise<void>;
}

export async function install(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-installed-'));
  const dist = join(folder, 'dist');
  await cp(join(ROOT, 'dist'), dist, { recursive: true, filter: (path) => !path.endsWith('.map') });
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
  return {
    folder,
    release: await releasesOf(join(dist, 'web')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
