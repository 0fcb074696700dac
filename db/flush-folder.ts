// The embedded database's own files: private, and on disk. PGlite makes them readable and writable for everybody,
// whatever the process's umask says, and its fsync does nothing; so both are done for it, from outside.
import { chmod, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders 0700, files 0600, all flushed. Mends what an earlier version left, too. */
export async function flushFolder(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flushFolder(path);
    else if (entry.isFile()) await flushFile(path);
  }
}

async function flushFile(path: string): Promise<void> {
  await chmod(path, 0o600);
  const file = await open(path);
  await file.sync().finally(() => file.close());
}
