// A candidate's sealed paper (rule 17). Everything in it is derived, so every process produces the same bytes and a phone may fetch them
// in pieces. The process remembers hash and size, because phones ask for them again and again.
import { readRevisions } from '#api/services/questions/revisions.ts';
import type { PaperText } from '#contract/wire/sealed-paper.ts';
import type { Database } from '#db/client.ts';
import type { DrawnSection } from '#machines/sitting/draw.ts';
import { sealedHash, sealPaper } from '#seals/sealed-paper.ts';
import type { Deps } from '../../deps.ts';
import type { Door, Prepared } from '../sittings/door.ts';
import { keyBytes, type PaperKey, paperKeyOf } from './paper-keys.ts';

type SealedFacts = PaperKey & { hash: string; bytes: number };

/** About 200 bytes each. */
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

/** Like sealedOf, without the bytes. */
export async function sealedFactsOf(
  deps: Deps,
  door: Door,
  prepared: Prepared,
): Promise<SealedFacts> {
  const { sittingId, version } = prepared;
  const facts = kept.get(deps.db)?.get(nameOf(door, sittingId, version));
  return facts ?? sealedOf(deps, door, prepared);
}

/** The exam's version is part of the name, because it increases with every change of the exam. */
function nameOf({ exam_version }: Door, sittingId: string, version: number): string {
  return `${sittingId}|${version}|${exam_version}`;
}

// What a candidate reads, in an opened paper and in a sealed one alike. No correct answer, no marks (rule 20).
export async function readPaperText(
  { db }: Pick<Deps, 'db'>,
  { name: examName, description, format }: Pick<Door, 'name' | 'description' | 'format'>,
  sections: readonly DrawnSection<number>[],
): Promise<PaperText> {
  const revisions = await readRevisions(
    db,
    sections.flatMap(({ items }) => items),
  );
  return {
    examName,
    task: format === 'MCQ' ? '' : description,
    format,
    questions: sections.flatMap(({ name: section, items }) =>
      items.flatMap((id) => {
        const revision = revisions.get(id);
        if (!revision) return [];
        const { qid, text, options } = revision;
        return [{ qid, section, text, options: [...options] }];
      }),
    ),
  };
}
