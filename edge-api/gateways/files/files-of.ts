// The file store that the settings choose.
import { join } from 'node:path';
import { localFiles } from './local.ts';
import type { FileStore } from './port.ts';
import { type S3Config, s3Files } from './s3.ts';

export type FilesChoice = { store: 'local' } | { store: 's3'; config: S3Config };

export function filesOf(choice: FilesChoice, dataDir: string): FileStore {
  return choice.store === 's3' ? s3Files(choice.config) : localFiles(join(dataDir, 'files'));
}
