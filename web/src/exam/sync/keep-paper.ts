// Keeps the sealed paper on this phone up to date as long as a page waits for the exam: fetches it immediately, when
// the network returns, every few minutes, and once more shortly before the start.

import { agreedSeconds } from '#contract/wire/exams.ts';
import type { ReadinessReply } from '#contract/wire/sealed-paper.ts';
import { joinBytes } from '#seals/bytes.ts';
import { sealedHash } from '#seals/sealed-paper.ts';
import type { LocalDb } from '#web/exam/local-db/database.ts';
import { findSitting } from '#web/exam/local-db/read-sitting.ts';
import type { ComingPaper, HeldPaper } from '#web/exam/local-db/rows.ts';
import {
  changeHeldPaper,
  forgetSealed,
  keepComingPaper,
  keepHeldPaper,
  readComingPaper,
  readHeldPaper,
} from '#web/exam/local-db/sealed-paper.ts';
import { withStorage } from '#web/exam/local-db/storage-trouble.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { unreadable } from '#web/shared/http.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { proofOf, readDeviceId } from './device-id.ts';
import type { SyncDeps } from './push-batch.ts';

const MINUTE_MS = 60_000;
/** Long, because papers seldom change and ten thousand phones ask. */
const LOOK_EVERY_MS = 4 * MINUTE_MS;
const FIRST_RETRY_MS = 3_000;

type Which = { uid: string; examId: string };

/**
 * A candidate who comes after the start presses Start, which brings paper and key at once; this wait avoids fetching
 * the paper twice.
 */
const LATE_COMERS_WAIT_MS = 20_000;

/**
 * @param startsAt ms by the server's clock; null when it isn't known
 * @returns how to stop
 */
export function keepPaper(
  deps: SyncDeps,
  { uid, examId, startsAt }: Which & { startsAt: number | null },
): () => void {
  const { db, clock } = deps;
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isLooking = false;
  let hasLearned = false;

  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      // The sitting has begun, so its paper is already here unsealed.
      if (await withStorage(db, () => findSitting(db, uid, examId))) return over.abort();
      await fetchPaper(deps, { uid, examId }, over.signal);
      failures = 0;
      // An earlier exam of this candidate may have been reopened, and comes before this one.
      if (!hasLearned) void learnOfMove(uid, examId);
      hasLearned = true;
    } catch (error) {
      // There is no network, or the candidate is no longer eligible: opening the exam reports that. Here it is only
      // tried again.
      failures += 1;
      if (error instanceof ApiProblem && error.code === 'not-eligible')
        void learnOfMove(uid, examId);
    } finally {
      isLooking = false;
    }
    if (!over.signal.aborted) timer = setTimeout(look, pause());
  };
  const pause = () => {
    const usual = LOOK_EVERY_MS * (0.75 + Math.random() / 2);
    const next = failures > 0 ? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), usual) : usual;
    // The last look falls 30 to 120 seconds before the start: late enough to notice a late change, and spread so that
    // no queue forms.
    const lastLook = (startsAt ?? 0) - (30_000 + Math.random() * 90_000) - clock.now();
    return lastLook > 0 ? Math.min(next, lastLook) : next;
  };
  if (startsAt !== null && startsAt <= clock.now()) timer = setTimeout(look, LATE_COMERS_WAIT_MS);
  else void look();
  window.addEventListener('online', () => void look(), { signal: over.signal });
  return () => {
    over.abort();
    clearTimeout(timer);
  };
}

/**
 * The office may have moved the candidate to another exam; without this, the phone would count down to the old exam's
 * start.
 */
async function learnOfMove(uid: string, examId: string): Promise<void> {
  try {
    await refreshUser(uid, examId);
  } catch (error) {
    console.warn('The user could not be refreshed', error);
  }
}

// Fetches the sealed paper (rule 17): asks the server which paper it should have, fetches the bytes in pieces that are
// stored as they come, checks the hash, and tells the server that the paper is here. Any step may fail, and anyone may
// begin again.

/** 2G carries a piece well within a request's time limit; most papers fit in one. */
const PIECE_BYTES = 16_384;

/**
 * Fetches the paper that the server now has for this candidate, if it isn't here yet.
 * @throws ApiProblem (also when the paper changes meanwhile), StorageTrouble, or the signal's reason
 */
export async function fetchPaper(
  deps: SyncDeps,
  { uid, examId }: Which,
  signal: AbortSignal,
): Promise<void> {
  const { db, wire } = deps;
  const deviceId = await readDeviceId(db);
  const own = { deviceId, ...(await proofOf(db, deviceId)) };
  const held = await withStorage(db, () => readHeldPaper(db, uid, examId));
  const told = await wire.readiness(examId, { ...own, ...(held && { hash: held.hash }) }, signal);
  if (held && told.ready) return keep(deps, { uid, examId, deviceId }, told, held.sealed);
  const sealed = await fetchBytes(deps, { uid, examId }, told, signal);
  const here = await wire.readiness(examId, { ...own, hash: told.hash }, signal);
  await keep(deps, { uid, examId, deviceId }, here, sealed);
}

async function fetchBytes(
  { db, wire }: SyncDeps,
  { uid, examId }: Which,
  { hash, bytes }: ReadinessReply,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const begun = await withStorage(db, () => readComingPaper(db, uid, examId));
  let here = begun?.hash === hash ? begun.here : new ArrayBuffer(0);
  const keepPiece = () =>
    withStorage(db, () => keepComingPaper(db, uid, examId, { hash, bytes, here }));
  // Stored before the first piece comes, so that the screen can show the size.
  await keepPiece();
  while (here.byteLength < bytes) {
    const from = here.byteLength;
    const part = await wire.paperPart(examId, { from, to: from + PIECE_BYTES - 1 }, signal);
    if (part.etag !== `"${hash}"` || part.from > from) throw unreadable('another paper');
    const more = new Uint8Array(part.bytes).subarray(from - part.from);
    if (more.length === 0) throw unreadable('an empty piece');
    here = joinBytes(new Uint8Array(here), more).buffer;
    await keepPiece();
  }
  if ((await sealedHash(new Uint8Array(here))) === hash) return here;
  await withStorage(db, () => forgetSealed(db, uid, examId));
  throw unreadable('a paper with another hash');
}

function keep(
  { db }: SyncDeps,
  { uid, examId, deviceId }: Which & { deviceId: string },
  told: ReadinessReply,
  sealed: ArrayBuffer,
): Promise<void> {
  const { ready, bytes: _bytes, startsAt, largerText = false, ...facts } = told;
  // The paper changed while it was being fetched.
  if (!ready) throw unreadable('another paper');
  const paper = {
    ...facts,
    ...ready,
    deviceId,
    startsAt: Date.parse(startsAt),
    largerText,
    sealed,
  };
  return withStorage(db, () => keepHeldPaper(db, uid, examId, paper));
}

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000))} KB`;

/** The paper on this phone in words, with what it costs in data. */
export function paperInWords(held: HeldPaper | null, coming: ComingPaper | null): string {
  if (coming) {
    const { here, bytes } = coming;
    return here.byteLength === 0
      ? `Downloading: ${kilobytes(bytes)}.`
      : `Downloading: ${kilobytes(here.byteLength)} of ${kilobytes(bytes)}.`;
  }
  if (!held)
    return 'Not yet. It will download as soon as it’s ready and you’re online, and stay locked until the start.';
  const orCode = held.codes.wraps.length > 0 ? ', or a code from your proctor' : '';
  return `Downloaded and locked (${kilobytes(held.sealed.byteLength)}). At the start, this phone needs the network for a moment to open it${orCode}.`;
}

// The reply about the exam brings its current times; the sealed paper on this phone takes them over.

/** The phone's clock may be a little behind the server's. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Takes over new times while the start that the stored paper names is still to come. When the exam is moved after that
 * moment, the paper's time still counts from the start it names, never from the new one [AT16] [AT17].
 */
export function keepHeldTimes(
  db: LocalDb,
  which: { uid: string; examId: string },
  { startsAt, durationMinutes }: { startsAt: number; durationMinutes: number },
  now: number,
): Promise<void> {
  return changeHeldPaper(db, which, (held) =>
    now > held.startsAt - CLOCK_MARGIN_MS
      ? null
      : { ...held, startsAt, durationMinutes, extraSeconds: extraFor(held, durationMinutes) },
  );
}

/**
 * Extra time agreed beforehand is a share of the duration; extra time from a proctor is not. Never more than the server
 * counts.
 */
function extraFor(held: HeldPaper, durationMinutes: number): number {
  const { extraSeconds, extraPercent } = held;
  // Stored from an older server, which told only the total.
  if (extraPercent === undefined)
    return Math.floor(extraSeconds * Math.min(1, durationMinutes / held.durationMinutes));
  const given = extraSeconds - agreedSeconds(held.durationMinutes, extraPercent);
  return given + agreedSeconds(durationMinutes, extraPercent);
}
