// A candidate's paper, sealed (rule 17). Everything in it is derived, so each process gives the same bytes: a phone may
// fetch them in pieces. What became of it, its hash and size, a process remembers, for phones ask again and again.
import type { Database } from '#db/client.ts';
import { sealedHash, sealPaper } from '#seals/sealed-paper.ts';
import type { Deps } from '../../deps.ts';
import type { Door, Prepared } from '../sittings/door.ts';
import { keyBytes, type PaperKey, paperKeyOf } from './paper-keys.ts';
import { readPaperText } from './paper-text.ts';

type SealedFacts = PaperKey & { hash: string; bytes: number };

/** Some 200 bytes each. */
const MOST_KEPT = 50_000;
const kept = new WeakMap<Database, Map<string, SealedFacts>>();

export async function sealedOf(
  deps: Deps,
  door: Door,
  { sittingId, version, sections }: Prepared,
): Promise<SealedFacts & { sealed: Uint8Array<ArrayBuffer> }> {
  const key = paperKeyOf(deps, door, sittingId, version);
  const text = JSON.stringify(await readPaperText(deps, door, sections));
  const sealed = await sealPaper(keyBytes(key), sittingId, text);
  const facts = { ...key, hash: await sealedHash(sealed), bytes: sealed.length };
  let known = kept.get(deps.db);
  if (!known || known.size >= MOST_KEPT) {
    known = new Map();
    kept.set(deps.db, known);
  }
  known.set(nameOf(door, sittingId, version), facts);
  return { ...facts, sealed };
}

/** The same without the bytes. */
export async function sealedFactsOf(
  deps: Deps,
  door: Door,
  prepared: Prepared,
): Promise<SealedFacts> {
  const { sittingId, version } = prepared;
  const facts = kept.get(deps.db)?.get(nameOf(door, sittingId, version));
  return facts ?? sealedOf(deps, door, prepared);
}

/** The exam's version grows with every change of it. */
function nameOf({ exam_version }: Door, sittingId: string, version: number): string {
  return `${sittingId}|${version}|${exam_version}`;
}
