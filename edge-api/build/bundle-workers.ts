/**
 * Bundles what runs in threads of its own to dist/workers: a thread that compiles TypeScript needs a second before
 * it does anything, for every uploaded file. It takes a third of a second, so nothing looks whether it is needed.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');
const RESULT = join(ROOT, 'dist/workers');

export default async function bundleWorkers(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: { 'question-files': join(ROOT, 'edge-api/question-files/worker.ts') },
    outdir: RESULT,
    bundle: true,
    external: ['yauzl'], // CommonJS that asks for Node's parts, which a bundle of modules can't hold
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
  });
  await mkdir(RESULT, { recursive: true });
  for (const { path, contents } of outputFiles) {
    // A server or a test beside this one may be reading it: it finds the old one or the new one, whole.
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, contents);
    await rename(beside, path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleWorkers();
