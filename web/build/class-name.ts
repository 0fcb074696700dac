/**
 * The name that a class of a CSS module has in the page: its own and, in three letters, its file's. The tool's own
 * way counts lines besides, which pack badly and give scripts other names when a style alone has changed.
 */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';

const ROOT = import.meta.dirname;

export function className(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/s, '')).replaceAll(sep, '/');
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
