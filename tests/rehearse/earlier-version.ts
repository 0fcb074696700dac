// Another version of this program in a folder of its own, built, as in an earlier deployment.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { stopsFirst } from '../support/migration-rules.ts';
import { mustRun } from '../support/run-command.ts';

const ROOT = join(import.meta.dirname, '../..');

const git = async (...words: string[]) => (await mustRun('git', words, { cwd: ROOT })).trim();

/** The last tag; without any, the commit before the last migration. */
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
    // What only builds and tests may differ.
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
      /** What Node runs there. */
      server: isBundled ? ['dist/server/main.js'] : ['--import', 'tsx', 'edge-api/main.ts'],
      migrations: theirMigrations.length,
      ownMigrations: ownMigrations.length,
      /** Of the migrations in between, those that name a reason to stop all processes first. */
      stopFirst: ownMigrations
        .filter((file) => !theirMigrations.includes(file))
        .flatMap((file): [string, string][] => {
          const why = stopsFirst(readFileSync(join(ROOT, 'db/migrations', file), 'utf8'));
          return why === null ? [] : [[file, why]];
        }),
      /** What its phones speak. */
      protocol: Number(/export const PROTOCOL = (\d+)/.exec(protocol)?.[1]),
      /** Runs a script of this version by the code of that one. @returns the last line it prints */
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
