// The folder of the embedded database and of uploaded files. That nothing can be written there is told at the start and in
// our words: what the system says then names another folder, and an upload would say so days later.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongEnvironment } from './environment.ts';
import { newSecretId } from './services/new-id.ts';

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'it is on a disk that is read-only',
  EACCES: 'the server’s user has no right to write there',
  EPERM: 'the server’s user has no right to write there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it is not a folder',
};

/** Makes it where it isn't there. @throws WrongEnvironment */
export async function requireFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `probe-${newSecretId()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'a file of this server', { flush: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? 'it can’t be made there';
    throw new WrongEnvironment([`DATA_DIR: nothing can be written in ${dataDir}, ${reason}`]);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
