/**
 * Forms written without network: kept, sent when the network returns or the site is next opened, oldest
 * first, and dropped only once the server has them. What the server will never take goes back into its form.
 */
import * as z from 'zod/mini';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { readDraft, storeDraft } from '#web/shared/form-draft.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';
import {
  dropKeptForm,
  type KeptForm,
  keepForm,
  readKeptForms,
} from '#web/site/enquiries/forms-on-disk.ts';
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
