/** Asks the system's package manager for a package: only as root, only where apt-get exists. */
import { runCommand } from './run-command.ts';

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
