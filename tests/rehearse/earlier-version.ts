// Checks out and builds another version of this program in its own folder, like an earlier deployment.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { stopsFirst } from '../support/migration-rules.ts';
import { mustRun } from '../support/run-command.ts';

const ROOT = join(import.meta.dirname, '../..');

const git = async (...words: string[]) => (await mustRun('git', words, { cwd: ROOT })).trim();

/** The last tag, or without tags the commit before the last migration. */
async function latestRelease(): Promise<string> {
  const [tag] = (await git('tag', '--merged', 'HEAD', '--sort=-creatordate')).split('\n');
  return tag || `${await git('log', '-1', '--format=%H', '--', 'db/migrations')}^`;
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
});
const manifestOf = async (folder: string) =>
  manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));

const migrationsIn = (folder: string) =>
  readdirSync(join(folder, 'db/migrations')).filter((name) => name.endsWith('.sql'));

export async function checkOut(wanted: string | undefined) {
  const ref = wanted ?? (await latestRelease());
  const name = await git('log', '-1', '--format=%h (%cs, %s)', ref);
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'archive.tar');
    await git('archive', '--output', archive, ref);
    await mustRun('tar', ['-xf', archive, '-C', folder]);
    await rm(archive);
    const [own, theirs] = await Promise.all([manifestOf(ROOT), manifestOf(folder)]);
    // Versions whose dependencies differ only in those for building and testing can share ours.
    if (JSON.stringify(own.dependencies) === JSON.stringify(theirs.dependencies))
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else await mustRun('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const isBundled = theirs.scripts['build:server'] !== undefined;
    const build = isBundled ? 'build:server' : 'build:workers';
    await mustRun('npm', ['run', '--silent', build], { cwd: folder });
    const protocol = await readFile(
      join(folder, 'state-machines/contract/wire/protocol-version.ts'),
      'utf8',
    );
    const ownMigrations = migrationsIn(ROOT);
    const theirMigrations = migrationsIn(folder);
    return {
      name,
      folder,
      /** The words with which Node runs that version's server. */
      server: isBundled ? ['dist/server/main.js'] : ['--import', 'tsx', 'edge-api/main.ts'],
      migrations: theirMigrations.length,
      ownMigrations: ownMigrations.length,
      /** Migrations between the two versions that need all processes to stop, each with its reason. */
      stopFirst: ownMigrations
        .filter((file) => !theirMigrations.includes(file))
        .flatMap((file): [string, string][] => {
          const why = stopsFirst(readFileSync(join(ROOT, 'db/migrations', file), 'utf8'));
          return why === null ? [] : [[file, why]];
        }),
      /** The protocol that its phones speak. */
      protocol: Number(/export const PROTOCOL = (\d+)/.exec(protocol)?.[1]),
      /** Runs a script of this version with the other version's code. @returns the last line that it prints */
      async run(script: string, environment: Record<string, string>): Promise<string> {
        const there = join(folder, script);
        if (!existsSync(there)) await copyFile(join(ROOT, script), there);
        const env = { ...process.env, ...environment };
        const printed = await mustRun(process.execPath, ['--import', 'tsx', there], {
          cwd: folder,
          env,
        });
        return printed.trim().split('\n').at(-1) ?? '';
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
