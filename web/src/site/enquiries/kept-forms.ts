/**
 * Forms that were submitted without a network: kept on this phone, sent oldest first when the network returns or the
 * site is next opened, and deleted only once the server has them. A form that the server refuses for good goes back
 * into its fields.
 */
import * as z from 'zod/mini';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { readDraft, storeDraft } from '#web/shared/form-draft.ts';
import { KEPT_FORMS } from '#web/shared/has-database.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import { addSent, setWaiting } from './kept-counts.ts';

/** Milliseconds until the next try, for a network that claims to be there and isn't. */
const PAUSE_MS = 30_000;

/** The reply to every form; an application's has its id. */
const replySchema = z.object({
  application: z.optional(z.object({ _id: z.string() })),
});

/** @returns the id of the application that the form has become, or null. @throws ApiProblem */
export async function sendForm({ form, path, body, id }: Omit<KeptForm, 'keptAt'>) {
  const reply = await api.post(path, { ...body, id }, replySchema, { auth: false });
  const applicationId = reply.application?._id ?? null;
  if (form === 'course' && applicationId) {
    writeLocal('courseApplicationID', applicationId);
    writeLocal('courseApplied', body.course ?? '');
  }
  return applicationId;
}

/** Keeps a form on this phone and sends it later. @throws when the browser has no storage */
export async function keep(form: KeptForm): Promise<void> {
  await keepForm(form);
  await count();
  watch();
  soon(PAUSE_MS);
}

/** Sends the forms that wait, now and from now on. Every page calls this when it starts. */
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

/** @throws ApiProblem when the form must go on waiting */
async function sendOne(kept: KeptForm): Promise<void> {
  try {
    await sendForm(kept);
    addSent(kept.form);
  } catch (error) {
    const isRefused = error instanceof ApiProblem && error.retry === 'never';
    if (!isRefused) throw error;
    // The writer may be typing into the same form again. That text must not be lost, so the refused form stays here.
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

// Forms that were submitted without a network, on the phone's disk until the server has them. This uses the browser's
// IndexedDB and not Dexie, because every page with a form loads this file and needs no other table.

const STORE = 'kept';

const keptFormSchema = z.object({
  /** Made on this phone. The server stores forms with the same id only once. */
  id: z.string(),
  /** Which form it is, such as `contact`. */
  form: z.string(),
  /** The path that it is sent to, below /api/v1/. */
  path: z.string(),
  body: z.record(z.string(), z.string()),
  /** Milliseconds since 1970. */
  keptAt: z.number(),
});
export type KeptForm = z.output<typeof keptFormSchema>;

/** Resolves once the form is on disk. @throws when the browser has no storage */
export async function keepForm(kept: KeptForm): Promise<void> {
  await ask('readwrite', (store) => store.put(kept));
}

/** Oldest first. */
export async function readKeptForms(): Promise<KeptForm[]> {
  const rows = await ask<unknown[]>('readonly', (store) => store.getAll());
  const kept = rows.flatMap((row) => z.safeParse(keptFormSchema, row).data ?? []);
  return kept.sort((one, other) => one.keptAt - other.keptAt);
}

/** Only for a form that the server has, or that has gone back to its writer. */
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
