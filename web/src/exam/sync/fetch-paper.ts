// Fetches the sealed paper (rule 17): asks which one it should have, brings the bytes in pieces that are kept as they come,
// checks the hash, and tells the server that it is here. Any step may fail and be begun again by anyone.

import type { ReadinessReply } from '#contract/wire/sealed-paper.ts';
import { joinBytes } from '#seals/bytes.ts';
import { sealedHash } from '#seals/sealed-paper.ts';
import { unreadable } from '#web/shared/http.ts';
import {
  forgetSealed,
  keepComingPaper,
  keepHeldPaper,
  readComingPaper,
  readHeldPaper,
} from '../local-db/sealed-paper.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { proofOf, readDeviceId } from './device-id.ts';
import type { SyncDeps } from './push-batch.ts';

/** What 2G carries well within a call's time; most papers are one. */
const PIECE_BYTES = 16_384;

type Which = { uid: string; examId: string };

/** Once this returns the paper that stands is here. @throws ApiProblem, StorageTrouble, or the signal's reason */
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
  // It changed while it came: the next try fetches the other.
  if (here.ready) await keep(deps, { uid, examId, deviceId }, here, sealed);
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
  // How large it is stands on the screen before it comes.
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
  if (!ready) return Promise.resolve();
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
