/**
 * Forms written without network: kept, sent when the network returns or the site is next opened, oldest
 * first, and dropped only once the server has them. What the server will never take goes back into its form.
 */
import * as z from 'zod/mini';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { readDraft, storeDraft } from '#web/shared/form-draft.ts';
import { KEPT_FORMS } from '#web/shared/has-database.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import { addSent, setWaiting } from './kept-counts.ts';

/** A network that says it is there and isn't is tried again after this. */
const PAUSE_MS = 30_000;

/** What every form is answered with; an application by its id. */
const replySchema = z.object({
  application: z.optional(z.object({ _id: z.string() })),
});

/** @returns the id of the application that it has become, or null. @throws ApiProblem */
export async function sendForm({ form, path, body, id }: Omit<KeptForm, 'keptAt'>) {
  const reply = await api.post(path, { ...body, id }, replySchema, { auth: false });
  const applicationId = reply.application?._id ?? null;
  if (form === 'course' && applicationId) {
    writeLocal('courseApplicationID', applicationId);
    writeLocal('courseApplied', body.course ?? '');
  }
  return applicationId;
}

/** @throws when this browser keeps nothing */
export async function keep(form: KeptForm): Promise<void> {
  await keepForm(form);
  await count();
  watch();
  soon(PAUSE_MS);
}

/** Sends what waits now, and from then on; for the start of every page. */
export function keepSendingForms(): void {
  watch();
  void sendKept();
}

let watching = false;

function watch(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('online', () => void sendKept());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendKept();
  });
}

let round: Promise<void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function soon(milliseconds: number) {
  clearTimeout(timer);
  timer = setTimeout(() => void sendKept(), milliseconds);
}

function sendKept(): Promise<void> {
  round ??= sendAll().finally(() => {
    round = null;
  });
  return round;
}

async function sendAll(): Promise<void> {
  try {
    for (const kept of await count()) {
      await sendOne(kept);
      await count();
    }
  } catch (error) {
    if (!(error instanceof ApiProblem)) return console.warn('Kept forms could not be read', error);
    soon(Math.max(PAUSE_MS, error.retryAfterMs ?? 0));
  }
}

/** @throws ApiProblem when it has to wait on */
async function sendOne(kept: KeptForm): Promise<void> {
  try {
    await sendForm(kept);
    addSent(kept.form);
  } catch (error) {
    const isRefused = error instanceof ApiProblem && error.retry === 'never';
    if (!isRefused) throw error;
    // Its writer may be writing another one, which must not be lost for it.
    if (Object.keys(readDraft(kept.form)).length > 0) return;
    storeDraft(kept.form, kept.body);
  }
  await dropKeptForm(kept.id);
}

async function count(): Promise<KeptForm[]> {
  const kept = await readKeptForms();
  setWaiting(kept.map(({ form }) => form));
  return kept;
}

// Forms that were sent while there was no network, on the phone's disk until the server has them. By the
// browser's own database and not by Dexie, because every page with a form carries this and no other table.

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
