import { afterEach, expect, it, vi } from 'vitest';
import { hasDatabase } from './has-database.ts';

const listing = (databases: IDBDatabaseInfo[]) =>
  vi.stubGlobal('indexedDB', { databases: async () => databases });
const failsWith = (name: string, message: string) =>
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new DOMException(message, name)) });
afterEach(() => vi.unstubAllGlobals());

it('[rule 7] says that a database may exist when the browser can’t list its databases', async () => {
  expect(await hasDatabase('pariksha')).toBe(true);
  vi.stubGlobal('indexedDB', {});
  expect(await hasDatabase('pariksha')).toBe(true);
  failsWith('UnknownError', 'Internal error.');
  expect(await hasDatabase('pariksha')).toBe(true);
  listing([{ name: 'pariksha' }]);
  expect(await hasDatabase('pariksha')).toBe(true);
  expect(await hasDatabase('pariksha-forms')).toBe(false);
});

it('[rule 7] says that no database exists when the browser refuses storage', async () => {
  failsWith('UnknownError', 'The user denied permission to access the database.');
  expect(await hasDatabase('pariksha')).toBe(false);
  failsWith('SecurityError', 'The operation is insecure.');
  expect(await hasDatabase('pariksha')).toBe(false);
});
