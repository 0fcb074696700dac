// The embedded database: only its owner can read or write its folder, commits are on disk, and waiting statements don't
// hold up the process.
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { embeddedDatabase } from '../support/embedded-database.ts';

/** Files that users other than the owner may do anything with. */
async function open(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const found: string[] = [];
  for (const name of names) {
    const { mode } = await stat(join(folder, name));
    if (mode & 0o077 && !name.endsWith('.sock'))
      found.push(`${name} ${(mode & 0o777).toString(8)}`);
  }
  return found;
}

it('the embedded database keeps its files private, corrects those of earlier versions, and writes each commit to disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-private-'));
  try {
    await mkdir(join(folder, 'files'));
    await writeFile(join(folder, 'files', 'page'), 'a page of before');
    await chmod(join(folder, 'files', 'page'), 0o666);
    await chmod(folder, 0o777);
    const db = await openDatabase({ dataDir: folder });
    expect(await open(folder)).toEqual([]);
    expect(
      await db.rows(
        "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as by",
        [],
      ),
    ).toEqual([{ fsync: 'on', by: 'open_datasync' }]);
    await db.rows('create table made_later (n int)', []);
    await db.close();
    expect(await open(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('the embedded database lets the process do other work between two statements, however many wait', async () => {
  const db = await embeddedDatabase();
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await Promise.all(Array.from({ length: 20 }, () => db.rows('select 1', [])));
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(19);
  await db.close();
});
