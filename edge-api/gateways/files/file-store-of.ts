// The file store that the settings choose.

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './port.ts';
import { type S3Config, s3Files } from './s3.ts';

export type FilesChoice = { store: 'local' } | { store: 's3'; config: S3Config };

export function fileStoreOf(choice: FilesChoice, dataDir: string): FileStore {
  return choice.store === 's3' ? s3Files(choice.config) : localFiles(join(dataDir, 'files'));
}

/**
 * Files in a folder of the machine. A file is there whole or not at all: it is written beside its place,
 * flushed, and renamed into it. Its name is the id and nothing else, so no sender's name meets a path.
 */

/** What newSecretId() makes; anything else could lead out of the folder. */
const ID = /^[0-9a-z]{8,64}$/;

export function localFiles(folder: string): FileStore {
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw new Error('A file id has only small letters and digits.');
    return join(folder, id.slice(0, 2), id);
  };
  return {
    async put(id, content) {
      const path = pathOf(id);
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true });
      const beside = `${path}.part`;
      try {
        const handle = await open(beside, 'w', 0o600);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true }); // a full disk needs the room
        throw error;
      }
    },
    async get(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.part`, { force: true }); // of a process that died
    },
  };
}
