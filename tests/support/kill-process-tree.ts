/**
 * Sends SIGKILL to a process and everything it started, whatever process group or session they moved to
 * (each PostgreSQL backend makes a session of its own). Resolves when all of them are gone.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { mustRun } from './run-command.ts';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

async function processes(): Promise<ProcessRow[]> {
  if (process.platform !== 'linux') {
    const table = await mustRun('ps', ['-A', '-o', 'pid=,ppid=,state=']);
    return table
      .trim()
      .split('\n')
      .map((line) => {
        const [pid = '', parent = '', state = ''] = line.trim().split(/\s+/);
        return { pid: Number(pid), parent: Number(parent), state };
      });
  }
  // Small images have no `ps`, but always /proc.
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows: ProcessRow[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat) rows.push({ pid: Number(pid), parent: Number(parent), state });
  }
  return rows;
}

function family(root: number, rows: readonly ProcessRow[]): number[] {
  const found = [root];
  for (const pid of found) found.push(...rows.filter((r) => r.parent === pid).map((r) => r.pid));
  return found;
}

/** @returns the pids that the signal was sent to: the process and everything it started */
export async function signalProcessTree(root: number, signal: NodeJS.Signals): Promise<number[]> {
  const found = family(root, await processes());
  for (const pid of found) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended on its own in the meantime.
    }
  }
  return found;
}

export async function killProcessTree(root: number): Promise<void> {
  const doomed = await signalProcessTree(root, 'SIGKILL');
  for (;;) {
    const rows = await processes();
    // A zombie holds nothing any more; it only waits for its parent to read its exit code.
    if (!rows.some((r) => doomed.includes(r.pid) && !r.state.startsWith('Z'))) return;
    await pause(5);
  }
}
