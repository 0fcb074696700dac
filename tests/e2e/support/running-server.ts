/**
 * The real server as its own process on a database of its own, which a test can kill without warning and
 * start again on the same data.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { createDatabase } from '../../support/provision-postgres.ts';

export const ADMIN_PASSWORD = 'an administrator’s password';

/** The secret by which the SMS operator proves its identity. */
export const INBOUND_SECRET = 'a-secret-of-the-operator';

/**
 * Names of environment variables: the address of the run's PostgreSQL, and of a database there with the demonstration;
 * see prepared-data.ts.
 */
export const POSTGRES = 'PARIKSHA_E2E_POSTGRES';
export const PREPARED = 'PARIKSHA_E2E_PREPARED';

export interface RunningServer {
  /** Where the server itself listens. */
  readonly port: number;
  /** The address that people use; the server's payment page and its links lead there. */
  readonly url: string;
  /** The last one-time password that was texted to this number. */
  passwordFor(mobile: string): Promise<string>;
  start(): Promise<void>;
  /** Stops the server with SIGTERM and starts it again. */
  restart(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill(): Promise<void>;
  /** Stops the server with SIGKILL and removes its data. */
  stop(): Promise<void>;
  /** Stops the server with SIGTERM and removes its data. */
  leave(): Promise<void>;
}

/** A server for a test, with the demonstration in it. @param publicPort as in `Wanted` */
export async function demoServer(publicPort?: number): Promise<RunningServer> {
  return runServer({ publicPort, demo: true, databaseUrl: await preparedDatabase() });
}

/** A server with keys of its own: all other servers have the same keys, those of the database they are copies of. */
export async function strangeServer(): Promise<RunningServer> {
  const databaseUrl = await preparedDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from server_keys');
  await client.end();
  return runServer({ demo: true, databaseUrl });
}

async function preparedDatabase(): Promise<string> {
  const { [POSTGRES]: postgres, [PREPARED]: prepared } = process.env;
  if (!postgres || !prepared) throw new Error('No database was prepared for the browser tests.');
  return createDatabase(postgres, prepared);
}

const ROOT = join(import.meta.dirname, '../../..');

interface Wanted {
  /** The port of the test's own proxy, if the browser is to go through one. */
  readonly publicPort?: number | undefined;
  /** The folder that contains dist/; the checkout by default. */
  readonly home?: string;
  /** Address of a Postgres database; without it, the server uses the embedded database in an empty folder. */
  readonly databaseUrl?: string;
  readonly demo: boolean;
}

export async function runServer(wanted: Wanted): Promise<RunningServer> {
  const { publicPort, databaseUrl = '', demo, home = ROOT } = wanted;
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'pariksha-e2e-'));
  const url = `http://127.0.0.1:${publicPort ?? port}`;
  let child: ChildProcess | null = null;
  let said = '';

  async function start() {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: home,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        DEMO: demo ? 'on' : 'off',
        LOG_LEVEL: 'warn',
        SMS_INBOUND_SECRET: INBOUND_SECRET,
        SMS_INBOUND_NUMBER: '+91 92220 00111',
        PORT: String(port),
        PUBLIC_URL: url,
        SUPERADMIN_PASSWORD: ADMIN_PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    await untilReady();
  }

  async function untilReady() {
    for (;;) {
      if (child?.exitCode !== null) throw new Error(`The server did not start: ${said}`);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(50);
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async function passwordFor(mobile: string) {
    const texted = new RegExp(`^SMS to \\+91${mobile}: Your one-time password is (\\w+)\\.`, 'gm');
    for (;;) {
      const password = [...said.matchAll(texted)].at(-1)?.[1];
      if (password) return password;
      await pause(50);
    }
  }

  await start();
  return {
    port,
    url,
    passwordFor,
    start,
    restart: async () => {
      await end('SIGTERM');
      await start();
    },
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
    leave: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
