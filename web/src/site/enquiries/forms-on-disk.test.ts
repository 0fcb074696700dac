import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropKeptForm, type KeptForm, keepForm, readKeptForms } from './kept-forms.ts';

const form = (id: string, keptAt: number): KeptForm => ({
  id,
  form: 'contact',
  path: 'contact',
  body: { firstname: 'Asha', message: 'नमस्ते' },
  keptAt,
});

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

it('stored forms are returned, oldest first, until they are dropped', async () => {
  await keepForm(form('b', 2));
  await keepForm(form('a', 3));
  await keepForm(form('c', 1));
  expect(await readKeptForms()).toEqual([form('c', 1), form('b', 2), form('a', 3)]);
  await dropKeptForm('b');
  expect((await readKeptForms()).map(({ id }) => id)).toEqual(['c', 'a']);
});

it('the same form is stored only once', async () => {
  await keepForm(form('a', 1));
  await keepForm(form('a', 1));
  expect(await readKeptForms()).toHaveLength(1);
});

it('storing fails when the browser stores nothing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(keepForm(form('a', 1))).rejects.toThrow();
});
