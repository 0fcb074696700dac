// An exclusive lock on a directory, because two PGlite processes on one directory lose rows silently. A listening
// socket inside it is the lock: the system closes it however the process dies, so connecting tells a stale lock from a
// living one.
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export class DirectoryInUse extends Error {
  constructor(directory: string) {
    super(
      `The database in ${directory} is in use by another process. Stop that one first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DirectoryInUse';
  }
}

/** @returns a function that releases the lock */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  // A socket's path may have only about a hundred bytes, so the path goes through a short link to the directory.
  const nook = await mkdtemp(join(tmpdir(), 'pariksha-'));
  const link = join(nook, 'd');
  await symlink(resolve(directory), link);
  const path = join(link, 'in-use.sock');
  try {
    const server = (await listen(path)) ?? (await takeOver(path, directory));
    return async () => {
      await new Promise((done) => server.close(done));
      await rm(nook, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(nook, { recursive: true, force: true });
    throw error;
  }
}

async function takeOver(path: string, directory: string): Promise<Server> {
  if (await answers(path)) throw new DirectoryInUse(directory);
  await rm(path, { force: true });
  const server = await listen(path);
  if (!server) throw new DirectoryInUse(directory);
  const ours = (await stat(path)).ino;
  // Another start may have found the same stale socket and replaced ours: the last one standing wins.
  await new Promise((done) => setTimeout(done, 50));
  const standing = await stat(path).catch(() => null);
  if (standing?.ino === ours) return server;
  server.close();
  throw new DirectoryInUse(directory);
}

/** Null when something is already at the path. */
function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((caller) => caller.end());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    );
    server.listen(path, () => {
      server.unref();
      done(server);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const knock = connect(path);
    knock.once('connect', () => {
      knock.destroy();
      done(true);
    });
    knock.once('error', () => done(false));
  });
}
