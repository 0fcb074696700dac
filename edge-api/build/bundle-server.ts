/**
 * Bundles the server and its two commands (doctor, admin-reset) to dist/server, and what runs in threads of its own to
 * dist/workers: a process that compiles TypeScript, file by file, needs a second and a half before it does anything, and such a
 * thread one, for every uploaded file. It takes half a second, so nothing looks whether it is needed.
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

/** What a file finds beside itself (migrations, the demonstration, the built web app) lies where it lay. */
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
    // A server or a test beside this one may be reading it: it finds the old one or the new one, whole.
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
      sourcemap: true, // `node --enable-source-maps` tells the lines of the sources
    }),
    bundle({
      ...common,
      entryPoints: { 'question-files': join(ROOT, 'edge-api/question-files/worker.ts') },
      outdir: join(ROOT, 'dist/workers'),
      external: ['yauzl'], // CommonJS that asks for Node's parts, which a bundle of modules can't hold
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
