/**
 * Forms that were submitted without a network: kept on this phone, sent oldest first when the network returns or the
 * site is next opened, and deleted only once the server has them. A form that the server refuses for good stays, with
 * the reason, until the writer has corrected or deleted it.
 */
import { createElement } from 'react';
import * as z from 'zod/mini';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { KEPT_FORMS } from '#web/shared/has-database.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import { type KeptOfForm, setKept } from './kept-counts.ts';
import { RefusedForm } from './refused-form.tsx';

/** Milliseconds until the next try, for a network that claims to be there and isn't. */
const PAUSE_MS = 30_000;

/** A refused form holds a name and a number, and others may use the phone, so it isn't kept longer. */
const REFUSED_MS = 30 * 24 * 60 * 60_000;

/** The reply to every form; an application's has its id. */
const replySchema = z.object({
  application: z.optional(z.object({ _id: z.string() })),
});

type Sendable = Omit<KeptForm, 'keptAt' | 'refusal'>;

/** Sends what is in the form now. @throws ApiProblem */
export async function sendForm(form: Sendable): Promise<void> {
  await send(form);
  await dropCorrected(form.form);
}

async function send({ form, path, body, id }: Sendable): Promise<void> {
  const reply = await api.post(path, { ...body, id }, replySchema, { auth: false });
  const applicationId = reply.application?._id ?? null;
  if (form === 'course' && applicationId) {
    writeLocal('courseApplicationID', applicationId);
    writeLocal('courseApplied', body.course ?? '');
  }
}

/** Keeps what is in the form now on this phone and sends it later. @throws when the browser has no storage */
export async function keep(form: KeptForm): Promise<void> {
  await keepForm(form);
  await dropCorrected(form.form);
  await tellKept();
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
    for (const kept of await tellKept()) {
      if (kept.refusal !== undefined) {
        if (kept.keptAt < Date.now() - REFUSED_MS) await drop(kept.id);
        continue;
      }
      await sendOne(kept);
      await tellKept();
    }
  } catch (error) {
    if (!(error instanceof ApiProblem)) return console.warn('Kept forms could not be read', error);
    soon(Math.max(PAUSE_MS, error.retryAfterMs ?? 0));
  }
}

/** @throws ApiProblem when the form must go on waiting */
async function sendOne(kept: KeptForm): Promise<void> {
  try {
    await send(kept);
  } catch (error) {
    const isRefused = error instanceof ApiProblem && error.retry === 'never';
    if (!isRefused) throw error;
    const refusal = [error.message, ...Object.values(error.fields)].join(' ');
    return keepForm({ ...kept, refusal });
  }
  sent[kept.form] = (sent[kept.form] ?? 0) + 1;
  await dropKeptForm(kept.id);
}

/** How many that waited have been sent since the page opened, by the name of the form. */
const sent: Record<string, number> = {};

async function tellKept(): Promise<KeptForm[]> {
  const kept = await readKeptForms();
  const names = [...kept.map(({ form }) => form), ...Object.keys(sent)];
  setKept(Object.fromEntries(names.map((name) => [name, ofForm(name, kept)])));
  return kept;
}

function ofForm(name: string, kept: readonly KeptForm[]): KeptOfForm {
  const own = kept.filter(({ form }) => form === name);
  const waiting = own.filter(({ refusal }) => refusal === undefined).length;
  const refused = own.find(({ refusal }) => refusal !== undefined);
  return {
    waiting,
    sent: sent[name] ?? 0,
    refused: refused && tellRefused(refused),
  };
}

// A refused form stays on the phone while its writer corrects it, until it is sent or kept from its fields.

/** The id of the refused form that is back in its fields, by the name of the form. */
const corrected = new Map<string, string>();

function tellRefused({ id, form, body, refusal = '' }: KeptForm) {
  const onCorrect = () => corrected.set(form, id);
  const onDelete = () => void drop(id);
  return createElement(RefusedForm, { key: id, form, body, refusal, onCorrect, onDelete });
}

async function dropCorrected(form: string): Promise<void> {
  const id = corrected.get(form);
  if (id !== undefined) await drop(id);
  corrected.delete(form);
}

async function drop(id: string): Promise<void> {
  try {
    await dropKeptForm(id);
    await tellKept();
  } catch (error) {
    console.warn('A refused form is still kept', error);
  }
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
  /** Why the server refused it for good, for the reader. Missing while the form waits to be sent. */
  refusal: z.optional(z.string()),
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

/** Only for a form that the server has, or that its writer has corrected or deleted. */
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
