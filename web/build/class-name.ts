/**
 * The name of a CSS module's class in the page: its own name, and three letters that stand for its file. The tool's
 * default name also contains the line number, which compresses badly and renames scripts when only a style has changed.
 */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';

const ROOT = import.meta.dirname;

export function className(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/s, '')).replaceAll(sep, '/');
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
