/**
 * A real PostgreSQL server for the caller alone: temp folder, free port on 127.0.0.1, random password. It never
 * outlives this process, even if the process is killed: the server depends on a pipe that closes with the process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { killProcessTree } from './kill-process-tree.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { mustRun, runCommand } from './run-command.ts';
import { type SystemUser, unprivilegedUser } from './unprivileged-user.ts';

export interface PostgresCluster {
  /** Superuser's URL of database "postgres". */
  readonly url: string;
  /** Version and origin of the binaries, in words for the log. */
  readonly description: string;
  /** Orderly shutdown, then the data is removed. */
  stop(): Promise<void>;
  /** SIGKILL to the server and all its processes at once; the data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; shuts it down first when it runs. */
  restart(): Promise<void>;
}

export interface ClusterOptions {
  readonly binaries?: PostgresBinaries;
  /**
   * Whether a commit waits for the disk, as in production. Without it the server takes a quarter of the processor time; a
   * kill of its processes still loses no committed row, only a power cut would.
   */
  readonly flushes?: boolean;
}

const READY_WITHIN_MS = 60_000;

/**
 * Ends the server when it reads a line ("stop") or the end of its input, which means that the owner has died. Only then
 * is nobody left to remove the data, so this script removes it.
 */
const SUPERVISOR = `
"$1" -D "$2/data" -p "$3" -h 127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c fsync="$4" >>"$2/log" 2>&1 &
server=$!
if read -r word; then
  kill -INT $server 2>/dev/null; wait $server
else
  kill -INT $server 2>/dev/null; wait $server; rm -rf "$2"
fi`;

/** The folder of the programs, or a copy of it if the server's user can't enter it, as in a checkout under /root. */
async function reachableFolder(folder: string, home: string, user: SystemUser | undefined) {
  const trial = await runCommand(join(folder, 'postgres'), ['--version'], { ...user });
  if (trial.code === 0) return folder;
  await cp(dirname(folder), join(home, 'postgres'), { recursive: true, verbatimSymlinks: true });
  return join(home, 'postgres', 'bin');
}

async function untilReady(url: string, log: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        const written = await readFile(log, 'utf8').catch(() => '');
        throw new Error(`PostgreSQL did not become ready:\n${written.slice(-2000)}`, {
          cause: error,
        });
      }
      await pause(50);
    } finally {
      await client.end();
    }
  }
}

/** Throws when no binaries can be had (see findPostgresBinaries) or the server doesn't start. */
export function startPostgresCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const password = randomBytes(18).toString('hex');
  return startOn(options, password, async ({ folder, home, user, owned }) => {
    const passwordFile = await owned('password', password);
    const shape = [
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      '--no-sync',
    ];
    const places = [`--pwfile=${passwordFile}`, `--pgdata=${join(home, 'data')}`];
    await mustRun(join(folder, 'initdb'), [...shape, ...places], { ...user, cwd: home });
  });
}

/** A standby of a server on this machine, which it follows by streaming. @param url its superuser's */
export function startPostgresStandby(
  url: string,
  options: ClusterOptions = {},
): Promise<PostgresCluster> {
  return startOn(options, new URL(url).password, async ({ home, user, owned }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      // Copies the server's files and doesn't use pg_basebackup, which not every source of binaries has.
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      await client.query("select pg_backup_start('a standby', true)");
      const from = rows[0]?.data_directory ?? '';
      await mustRun('cp', ['-a', from, join(home, 'data')], { ...user, cwd: home });
      const stopped = await client.query<{ labelfile: string }>('select * from pg_backup_stop()');
      for (const path of await readdir(join(home, 'data', 'pg_wal')))
        await rm(join(home, 'data', 'pg_wal', path), { recursive: true, force: true });
      await rm(join(home, 'data', 'postmaster.pid'));
      await owned('data/backup_label', stopped.rows[0]?.labelfile ?? '');
    } finally {
      await client.end();
    }
    const { hostname, port, username, password } = new URL(url);
    await owned('data/standby.signal', '');
    await owned(
      'data/postgresql.auto.conf',
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
  });
}

type Place = {
  /** The folder of PostgreSQL's programs. */
  folder: string;
  home: string;
  user: SystemUser | undefined;
  /** Writes a file that the server's user owns. @returns its path */
  owned: (name: string, text: string) => Promise<string>;
};

async function startOn(
  { binaries: given, flushes = true }: ClusterOptions,
  password: string,
  make: (place: Place) => Promise<void>,
): Promise<PostgresCluster> {
  const binaries = given ?? (await findPostgresBinaries());
  const user = await unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'pariksha-postgres-'));
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  let supervisor: ChildProcess | undefined;

  const start = async (folder: string) => {
    const words = [join(folder, 'postgres'), home, `${port}`, flushes ? 'on' : 'off'];
    supervisor = spawn('sh', ['-c', SUPERVISOR, 'sh', ...words], {
      ...user,
      cwd: home,
      // A process group of its own, so that Ctrl-C reaches only us and we shut it down in order.
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    supervisor.stdin?.on('error', () => {});
    await untilReady(url, join(home, 'log'));
  };
  const ended = async (act: (process: ChildProcess) => unknown) => {
    if (!supervisor || supervisor.exitCode !== null || supervisor.signalCode !== null) return;
    const exit = once(supervisor, 'exit');
    await act(supervisor);
    await exit;
  };
  const shutDown = () => ended((process) => process.stdin?.end('stop\n'));
  const remove = () => rm(home, { recursive: true, force: true });

  const owned = async (name: string, text: string) => {
    const path = join(home, name);
    await writeFile(path, text, { mode: 0o600 });
    if (user) await chown(path, user.uid, user.gid);
    return path;
  };

  try {
    if (user) await chown(home, user.uid, user.gid);
    const folder = await reachableFolder(binaries.folder, home, user);
    await make({ folder, home, user, owned });
    await start(folder);
    return {
      url,
      description: `${binaries.version}, ${binaries.source}`,
      stop: async () => {
        await shutDown();
        await remove();
      },
      kill: async () => {
        const [pid] = (await readFile(join(home, 'data/postmaster.pid'), 'utf8')).split('\n');
        await killProcessTree(Number(pid));
        // The supervisor reaps the dead server, which as a zombie would still look alive to the next one.
        await shutDown();
      },
      restart: async () => {
        await shutDown();
        await start(folder);
      },
    };
  } catch (error) {
    await shutDown();
    await remove();
    throw error;
  }
}
