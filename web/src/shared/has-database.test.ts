import { expect, it, vi } from 'vitest';
import { hasDatabase } from './has-database.ts';

const refusing = (name: string, message: string) => ({
  databases: async () => {
    throw new DOMException(message, name);
  },
});

it.each([
  ['a browser that refuses storage', 'SecurityError', 'The operation is insecure.', false],
  [
    'Chromium where cookies are switched off',
    'UnknownError',
    'The user denied permission to access the database.',
    false,
  ],
  ['a disk that is full', 'UnknownError', 'Internal error.', true],
])(
  '[rule 7] what %s may keep is looked for only where it doesn’t refuse storage: %s, “%s”',
  async (_, name, message, expected) => {
    vi.stubGlobal('indexedDB', refusing(name, message));
    expect(await hasDatabase('pariksha')).toBe(expected);
    vi.unstubAllGlobals();
  },
);
