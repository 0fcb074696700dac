/**
 * Vitest's setup before each file. Files of one worker share what they have loaded; one that replaces a module loads
 * everything again, or it would get what an earlier file loaded with the real one. They share the globals, too: a timer that
 * an earlier file faked would never come. A global that a file's last test replaced is put back at its end: the next file's
 * `beforeAll` comes before Vitest would do so.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, vi } from 'vitest';

const { testPath } = expect.getState();
if (testPath && /\bvi\.mock\(/.test(readFileSync(testPath, 'utf8'))) vi.resetModules();

beforeEach(() => {
  if ('clock' in setTimeout) throw new Error('An earlier test left faked timers behind');
});

afterAll(() => {
  vi.unstubAllGlobals();
});
