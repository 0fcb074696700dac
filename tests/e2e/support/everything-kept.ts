import type { Page } from '@playwright/test';

/**
 * Everything that the browser keeps for this site and scripts can read, as one text. Of the caches, only the addresses.
 */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll();
        kept.push({ name, store, rows: await done(rows) });
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(url);
    }
    // Text may be stored as bytes.
    return JSON.stringify(kept, (_, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value)
        ? new TextDecoder().decode(value)
        : value,
    );
  });
}
