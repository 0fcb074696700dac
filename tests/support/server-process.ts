/** The real server as a process of its own, as `npm start` runs it after the build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = 'dist/server/main.js';

export type ServerProcess = {
  origin: string;
  /** What it printed so far. */
  output(): string;
  /** @returns the exit code, or the signal when that ended it */
  signal(name: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
};

/** Runs Node with the given environment only, so that no setting of the machine leaks in. */
function run(
  environment: Record<string, string>,
  words: readonly string[],
  root = ROOT,
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, words, {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return () => output;
}

/**
 * Resolves when the server says that it is ready.
 * @param at for another version: its `root` folder, the `words` that Node runs there, and a `port` to keep
 */
export async function startServer(
  environment: Record<string, string>,
  at: { root?: string; words?: readonly string[]; port?: number | undefined } = {},
): Promise<ServerProcess> {
  const port = at.port ?? (await freePort());
  const child = run({ ...environment, PORT: String(port) }, at.words ?? [SERVER], at.root);
  const output = collect(child);
  const ended = once(child, 'close');
  await new Promise<void>((ready, fail) => {
    child.stdout?.on('data', () => output().includes('is ready at') && ready());
    ended.then(() => fail(new Error(`The server did not start: ${output()}`)), fail);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    output,
    async signal(name) {
      child.kill(name);
      const [code, signal] = await ended;
      return code ?? signal;
    },
  };
}

/** Runs the server to its end, for a start that should fail. */
export const startAndFail = (environment: Record<string, string>) =>
  toTheEnd(environment, [SERVER]);

/** Runs one of the bundled commands to its end. */
export const runScript = (
  script: string,
  environment: Record<string, string>,
  words: readonly string[] = [],
) => toTheEnd(environment, [script, ...words]);

async function toTheEnd(
  environment: Record<string, string>,
  words: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = run(environment, words);
  const output = collect(child);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}
