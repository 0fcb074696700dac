/**
 * Bundles the server and its two commands (doctor, admin-reset) into dist/server, and the worker thread that reads
 * question files into dist/workers. Unbundled, a process would compile TypeScript for 1.5 seconds before it does
 * anything, and the worker thread for a second per uploaded file. Bundling takes half a second, so it always runs,
 * without checking whether anything changed.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  write: false,
} satisfies BuildOptions;

/**
 * A source finds other files relative to `import.meta.url` (migrations, demonstration content, the built web app).
 * This plugin makes that URL name the source file also in the bundle, so that the same relative paths work.
 */
const whereItLay = (outdir: string): Plugin => ({
  name: 'where it lay',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const place = JSON.stringify(relative(outdir, path));
      const url = `new URL(${place}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    }),
});

async function bundle(options: BuildOptions & typeof common): Promise<void> {
  const { outputFiles } = await build(options);
  for (const { path, contents } of outputFiles ?? []) {
    await mkdir(dirname(path), { recursive: true });
    // Another server or test may be reading this file. The rename lets it see either the old file or the new one, whole.
    const beside = `${path}.${process.pid}`;
    await writeFile(beside, contents);
    await rename(beside, path);
  }
}

export default async function bundleServer(): Promise<void> {
  const server = join(ROOT, 'dist/server');
  await Promise.all([
    bundle({
      ...common,
      entryPoints: ['main', 'doctor', 'admin-reset'].map((one) => join(ROOT, `edge-api/${one}.ts`)),
      outdir: server,
      packages: 'external',
      plugins: [whereItLay(server)],
      sourcemap: true, // lets `node --enable-source-maps` report lines of the sources
    }),
    bundle({
      ...common,
      entryPoints: { 'question-files': join(ROOT, 'edge-api/question-files/worker.ts') },
      outdir: join(ROOT, 'dist/workers'),
      external: ['yauzl'], // CommonJS that requires Node's built-in modules, which an ESM bundle can't contain
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
