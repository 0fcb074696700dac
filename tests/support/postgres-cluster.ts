/**
 * A real PostgreSQL server of one's own: temp folder, free port on 127.0.0.1, random password, fsync on
 * (tests kill it and expect every committed row back). It never outlives this process, not even when
 * the process is killed: the server hangs on a pipe that closes with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const READY_WITHIN_MS = 60_000;

/**
 * Ends the server on a line ("stop") or on the end of input, which is the owner's death: only then
 * nobody is left to remove the data, so it is removed here.
 */
const SUPERVISOR = `
"$1" -D "$2/data" -p "$3" -h 127.0.0.1 -c unix_socket_directories= -c timezone=UTC >>"$2/log" 2>&1 &
server=$!
if read -r word; then
  kill -INT $server 2>/dev/null; wait $server
else
  kill -INT $server 2>/dev/null; wait $server; rm -rf "$2"
fi`;

/** A checkout under /root can't be entered by the server's user: then it gets a copy. */
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
export async function startPostgresCluster(given?: PostgresBinaries): Promise<PostgresCluster> {
  const binaries = given ?? (await findPostgresBinaries());
  const user = await unprivilegedUser();
  const home = await mkdtemp(join(tmpdir(), 'pariksha-postgres-'));
  const password = randomBytes(18).toString('hex');
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  let supervisor: ChildProcess | undefined;

  const start = async (folder: string) => {
    supervisor = spawn('sh', ['-c', SUPERVISOR, 'sh', join(folder, 'postgres'), home, `${port}`], {
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

  try {
    await writeFile(join(home, 'password'), password);
    if (user) {
      await chown(home, user.uid, user.gid);
      await chown(join(home, 'password'), user.uid, user.gid);
    }
    const folder = await reachableFolder(binaries.folder, home, user);
    const shape = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256'];
    const places = [`--pwfile=${join(home, 'password')}`, `--pgdata=${join(home, 'data')}`];
    await mustRun(join(folder, 'initdb'), [...shape, ...places], { ...user, cwd: home });
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
        // The supervisor collects the dead server: a zombie would still look alive to the next one.
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
