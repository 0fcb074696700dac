/**
 * Vitest's setup before each test file. The files of one worker share loaded modules. A file that mocks a module loads
 * everything again; otherwise it would get modules that an earlier file loaded with the real one. The files share the
 * globals, too: a timer that an earlier file left faked would never fire. A global that a file's last test stubbed is
 * put back at the end of that file, because Vitest would do so only after the next file's `beforeAll`.
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
