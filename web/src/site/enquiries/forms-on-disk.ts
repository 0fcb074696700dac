/**
 * Forms that were sent while there was no network, on the phone's disk until the server has them. By the
 * browser's own database and not by Dexie, because every page with a form carries this and no other table.
 */
import * as z from 'zod/mini';
import { KEPT_FORMS } from '#web/shared/has-database.ts';

const STORE = 'kept';

const keptFormSchema = z.object({
  /** Made here; the server stores the same one once. */
  id: z.string(),
  /** Which form it is, such as `contact`. */
  form: z.string(),
  /** Where it goes, below /api/v1/. */
  path: z.string(),
  body: z.record(z.string(), z.string()),
  /** Milliseconds since 1970. */
  keptAt: z.number(),
});
export type KeptForm = z.output<typeof keptFormSchema>;

/** On disk once this resolves. @throws when the browser gives no storage */
export async function keepForm(kept: KeptForm): Promise<void> {
  await ask('readwrite', (store) => store.put(kept));
}

/** Oldest first. */
export async function readKeptForms(): Promise<KeptForm[]> {
  const rows = await ask<unknown[]>('readonly', (store) => store.getAll());
  const kept = rows.flatMap((row) => z.safeParse(keptFormSchema, row).data ?? []);
  return kept.sort((one, other) => one.keptAt - other.keptAt);
}

/** Only for what the server has, or has given back to its writer. */
export async function dropKeptForm(id: string): Promise<void> {
  await ask('readwrite', (store) => store.delete(id));
}

async function ask<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((done, fail) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(KEPT_FORMS, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
