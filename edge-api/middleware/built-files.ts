/** The built web app in memory. Each text file comes with the compressed variants that the build wrote next to it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The kinds of file that may be served. Files of any other kind are never read. */
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
/** Compressed variants and their file suffixes; the earlier one is preferred when a client accepts both equally. */
export const PACKED: readonly [Exclude<Encoding, 'identity'>, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

export interface BuiltFile {
  readonly type: string;
  /** Sent with every variant, and also with a 304. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each variant is made when it is first requested. */
  readonly variants: ReadonlyMap<Encoding, () => Variant>;
}

interface Variant {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
}

/**
 * @param given the build's folder
 * @param written in pages, sitemap.xml and robots.txt, replaces `from` (a placeholder for the site's address) by `to`
 * @param headersOf makes a page's additional headers from its HTML
 * @returns the files by their path in the address, such as "/assets/x.js"
 * @throws when the folder is missing
 */
export async function readBuiltFiles(
  given: string,
  written: { from: string; to: string },
  headersOf: (html: string) => Record<string, string>,
): Promise<Map<string, BuiltFile>> {
  const folder = resolve(given);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
      .map((name) => name.split(sep).join('/'))
      // Vite's own metadata about the build is not public.
      .filter((name) => !name.startsWith('/.')),
  );
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = CONTENT_TYPES[extname(name)];
    if (!type) continue;
    const content = NAMING_THE_SITE.test(name) ? await readFile(join(folder, name), 'utf8') : '';
    const variants = content.includes(written.from)
      ? packVariants(content.replaceAll(written.from, written.to))
      : await readVariants(folder, name, names);
    const html = name.endsWith('.html') ? variants.get('identity')?.() : undefined;
    const headers = {
      ...commonHeaders(name),
      ...(html && headersOf(Buffer.from(html.body).toString())),
    };
    files.set(name, { type, headers, variants });
  }
  return files;
}

const commonHeaders = (name: string) => ({
  'cache-control': cacheControlOf(name),
  'x-content-type-options': 'nosniff',
});

/** A file made from `text` at runtime, sent like a built file of this name. */
export function madeFile(name: string, text: string, headers: Record<string, string>): BuiltFile {
  const type = CONTENT_TYPES[extname(name)] ?? '';
  return { type, headers: { ...commonHeaders(name), ...headers }, variants: packVariants(text) };
}

const NAMING_THE_SITE = /^\/(pages\/.+\.html|sitemap\.xml|robots\.txt)$/;

/**
 * Compresses a variant once, at its first request: compressing all of them at the start delayed it by a second. The texts
 * are short, so the level is a little lower than the build's.
 */
function packVariants(text: string): BuiltFile['variants'] {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  return new Map([
    ['identity', once(() => variantOf(Buffer.from(text)))],
    ['br', once(() => variantOf(brotliCompressSync(text, quality)))],
    ['gzip', once(() => variantOf(gzipSync(text, { level: 9 })))],
  ]);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function variantOf(content: Buffer): Variant {
  const body = new Uint8Array(content);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, etag: `"${hash}"` };
}

function cacheControlOf(name: string): string {
  if (name.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // Every page requests its icons, and an outdated icon does no harm.
  return name.startsWith('/icons/') ? 'public, max-age=86400' : 'no-cache';
}

async function readVariants(
  folder: string,
  name: string,
  names: ReadonlySet<string>,
): Promise<BuiltFile['variants']> {
  const sources: [Encoding, string][] = [['identity', name]];
  for (const [encoding, suffix] of PACKED) {
    if (names.has(`${name}${suffix}`)) sources.push([encoding, `${name}${suffix}`]);
  }
  const variants = new Map<Encoding, () => Variant>();
  for (const [encoding, source] of sources) {
    const content = await readFile(join(folder, source));
    variants.set(
      encoding,
      once(() => variantOf(content)),
    );
  }
  return variants;
}
