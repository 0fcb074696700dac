/** A file system of its own for a phone's browser, small enough to be filled. Linux allows it to root alone. */
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Not a byte is left, also of what the browser frees meanwhile. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** A fresh profile with the app on it takes half of it. */
const SIZE = '160m';
const LOOK_MS = 50;
const pieces = [1_048_576, 65_536, 4_096, 1].map((size) => Buffer.alloc(size));

/** @returns null where none can be mounted */
export async function smallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-disk-'));
  const mount = ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'pariksha-disk', folder];
  if ((await runCommand('mount', mount)).code !== 0) {
    await rmdir(folder);
    return null;
  }
  const filler = join(folder, 'filler');
  let filling: NodeJS.Timeout | null = null;
  let last = Promise.resolve();

  async function top(): Promise<void> {
    const file = await open(filler, 'a');
    try {
      for (const piece of pieces) while (await fits(file, piece));
    } finally {
      await file.close();
    }
  }
  const free = async () => {
    if (filling) clearInterval(filling);
    filling = null;
    await last;
    await rm(filler, { force: true });
  };

  return {
    folder,
    async fill() {
      await top();
      filling ??= setInterval(() => {
        last = last.then(top);
      }, LOOK_MS);
    },
    free,
    async remove() {
      await free();
      await runCommand('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}

async function fits(file: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<boolean> {
  try {
    return (await file.write(piece)).bytesWritten === piece.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
