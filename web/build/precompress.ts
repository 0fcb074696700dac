/**
 * Writes a .br and a .gz beside every text file of the build, compressed as small as possible, so that the server never
 * compresses an asset while candidates wait.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt|xml|ico)$/;
/** Below this size, the headers weigh more than what compression saves. */
const WORTH_PACKING_BYTES = 400;

async function packed(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_PACKING_BYTES) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/**
 * Compresses every text file under `folder`, one after the other, because one at a time already fills the processors.
 */
async function precompressFolder(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => TEXT.test(name) && !name.startsWith('.vite'));
  for (const name of texts) {
    const file = join(folder, name);
    if ((await stat(file)).isFile()) await packed(file);
  }
}

/** Must be the last in the plugin list: a plugin before it makes the service worker. */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: (error) => (error ? undefined : precompressFolder(folder)),
    },
  };
}
