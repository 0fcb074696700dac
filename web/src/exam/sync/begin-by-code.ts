// What was typed as a start code, tried on the paper that lies here (rule 19). No network is asked.
import { readStartCode, stretchCode, unwrapKey } from '#seals/start-code.ts';
import { readHeldPaper } from '../local-db/sealed-paper.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { beginWith } from './begin-sitting.ts';
import type { SyncDeps } from './push-batch.ts';

/** @returns false when it is none that opens this paper @throws ApiProblem (exam-over), StorageTrouble */
export async function beginByCode(
  deps: SyncDeps,
  which: { uid: string; examId: string },
  typed: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps;
  const read = readStartCode(typed);
  const held = await withStorage(db, () => readHeldPaper(db, which.uid, which.examId));
  if (!held || read.kind !== 'right') return false;
  const stretched = await stretchCode(read.code, held.codes.salt, held.codes.rounds);
  for (const wrapped of held.codes.wraps) {
    const key = await unwrapKey(stretched, held, wrapped);
    if (key && (await beginWith(deps, which, held, key, signal))) return true;
  }
  return false;
}
