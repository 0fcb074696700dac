/** A file system of its own for a phone's browser, small enough to be filled. On Linux only root can mount it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves not one byte free, and also takes what the browser frees meanwhile. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** A fresh profile with the app on it takes half of this size. */
const SIZE = '160m';

/**
 * Fills the disk and keeps it full; its first output says that the disk is full. It runs as a process with the highest priority:
 * filling between a test's other work leaves room for a moment on a busy machine, and then the disk is not full (decision 82).
 */
const FILLER = `
const { openSync, writeSync } = require('node:fs');
const filler = openSync(process.argv[1], 'a');
const pieces = [1_048_576, 65_536, 4_096, 1].map((size) => Buffer.alloc(size));
function fits(piece) {
  try {
    return writeSync(filler, piece) === piece.length;
  } catch (error) {
    if (error.code === 'ENOSPC') return false;
    throw error;
  }
}
function top() {
  for (const piece of pieces) while (fits(piece));
}
top();
process.stdout.write('full');
setInterval(top, 5);
`;

/** @returns null when no file system can be mounted */
export async function smallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-disk-'));
  const mount = ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'pariksha-disk', folder];
  if ((await runCommand('mount', mount)).code !== 0) {
    await rmdir(folder);
    return null;
  }
  const path = join(folder, 'filler');
  let filling: ChildProcess | null = null;

  const free = async () => {
    if (filling?.exitCode === null) {
      const ended = once(filling, 'exit');
      filling.kill('SIGKILL');
      await ended;
    }
    filling = null;
    await rm(path, { force: true });
  };

  return {
    folder,
    async fill() {
      if (filling) return;
      const filler = spawn(process.execPath, ['-e', FILLER, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      filling = filler;
      if (filler.pid !== undefined) setPriority(filler.pid, -20);
      await once(filler.stdout, 'data');
    },
    free,
    async remove() {
      await free();
      await runCommand('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}
