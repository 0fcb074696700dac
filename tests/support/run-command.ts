/**
 * Runs a program to its end and says how it ended. Nothing is swallowed: {@link mustRun} turns any
 * code but 0 into an error that carries the last lines written.
 */
import { spawn } from 'node:child_process';

interface CommandOutcome {
  /** Exit code; 127 when the program could not be started, 1 when a signal ended it. */
  readonly code: number;
  /** stdout and stderr in the order they came. */
  readonly output: string;
}

interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Run as another user; needs root. */
  readonly uid?: number;
  readonly gid?: number;
}

export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** As {@link runCommand}, but throws unless the program ended with 0. Resolves to its output. */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await runCommand(program, args, options);
  if (code !== 0) {
    const tail = output.trim().split('\n').slice(-12).join('\n');
    throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${tail}`);
  }
  return output;
}

// Asks the system's package manager for a package: only as root, only where apt-get exists.

/** Returns why it could not be installed, or undefined when it was. */
export async function installWithApt(name: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return `apt-get install ${name}: needs root`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await runCommand('apt-get', ['update', '-q'], { env });
  if (updated.code === 127) return `apt-get install ${name}: this system has no apt-get`;
  const installed = await runCommand(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', name],
    { env },
  );
  if (installed.code === 0) return undefined;
  return `apt-get install ${name}: ${installed.output.trim().split('\n').at(-1)}`;
}
