/** The built web app in memory, each text with its packed forms as the build laid them beside it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

/** What may be served at all: a file of another kind is never read. */
export const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export type Encoding = 'br' | 'gzip' | 'identity';
/** In the order of preference where a client takes several alike. */
export const PACKED: readonly [Exclude<Encoding, 'identity'>, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

export interface BuiltFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly variants: ReadonlyMap<Encoding, { body: Uint8Array<ArrayBuffer>; etag: string }>;
}

/** @returns the files of `folder` by their path in the address, "/assets/x.js"; throws when it is missing */
export async function readBuiltFiles(given: string): Promise<Map<string, BuiltFile>> {
  const folder = resolve(given);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
      .map((name) => name.split(sep).join('/'))
      // Vite's own notes on the build are nobody's business.
      .filter((name) => !name.startsWith('/.')),
  );
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = CONTENT_TYPES[extname(name)];
    if (type) files.set(name, await readVariants(folder, name, type, names));
  }
  return files;
}

async function readVariants(
  folder: string,
  name: string,
  type: string,
  names: ReadonlySet<string>,
): Promise<BuiltFile> {
  const sources: [Encoding, string][] = [['identity', name]];
  for (const [encoding, suffix] of PACKED) {
    if (names.has(`${name}${suffix}`)) sources.push([encoding, `${name}${suffix}`]);
  }
  const variants = new Map<Encoding, { body: Uint8Array<ArrayBuffer>; etag: string }>();
  for (const [encoding, source] of sources) {
    const body = new Uint8Array(await readFile(join(folder, source)));
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    variants.set(encoding, { body, etag: `"${hash}"` });
  }
  const hashed = name.startsWith('/assets/');
  const cacheControl = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
  return { type, cacheControl, variants };
}
