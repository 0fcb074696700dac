/**
 * A migrated, empty embedded database as a file, made once for each state of the migrations, so that a
 * test file starts in half a second.
 */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { takeSnapshot } from '#db/client.ts';

const migrations = fileURLToPath(new URL('../../db/migrations/', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/pariksha/', import.meta.url));

export async function databaseSnapshot(): Promise<Blob> {
  const path = `${cache}database-${await fingerprint()}.tar`;
  try {
    return await openAsBlob(path);
  } catch {
    await mkdir(cache, { recursive: true });
    const snapshot = await takeSnapshot();
    // Several workers may do this at once; each writes its own and the last rename wins, whole.
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, Buffer.from(await snapshot.arrayBuffer()));
    await rename(beside, path);
    return snapshot;
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const lock = new URL('../../package-lock.json', import.meta.url);
  // The snapshot is also PGlite's own format: another version of it makes another one.
  hash.update(
    /node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/.exec(
      await readFile(lock, 'utf8'),
    )?.[1] ?? '',
  );
  for (const name of (await readdir(migrations)).sort()) {
    if (name.endsWith('.sql')) hash.update(await readFile(migrations + name));
  }
  return hash.digest('hex').slice(0, 16);
}
