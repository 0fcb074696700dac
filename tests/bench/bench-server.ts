// One server process on a database, as `npm start` runs it, on its own port.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type BenchServer = { port: number; pid: number; stop(): Promise<void> };

/**
 * @param database an address of Postgres, or the folder of an embedded database
 * @throws when it does not become ready in half a minute
 */
export async function startServer(database: string | { dataDir: string }): Promise<BenchServer> {
  const port = await freePort();
  const isEmbedded = typeof database !== 'string';
  const dataDir = isEmbedded ? database.dataDir : await mkdtemp(join(tmpdir(), 'pariksha-bench-'));
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: isEmbedded ? '' : database,
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      SUPERADMIN_PASSWORD: 'not used by the bench',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(port);
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      await ended(child);
      if (!isEmbedded) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The server did not become ready.');
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
