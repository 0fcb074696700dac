// Takes a question file into the bank: all rows or none (or all sound ones, when asked so), without ever
// making others wait: rows go in a hundred at a time, and count only once a last small transaction says so.
import { setImmediate } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { ImportReport } from '#contract/questions.ts';
import type { Database } from '#db/client.ts';
import { bumpBankVersion, countByType } from '#db/queries/bank.ts';
import {
  addQuestions,
  beginImport,
  findCutOff,
  knownHashes,
  type NewQuestion,
  removeImport,
} from '#db/queries/imports.ts';
import { imports } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import { typeKey } from '../question-import/content-key.ts';
import type { ParsedQuestion, RowNote } from '../question-import/question-file.ts';
import { contentHash } from './content-hash.ts';
import { readUpload } from './read-upload.ts';

export type Upload = { bytes: Uint8Array; fileName: string; dryRun: boolean; partial: boolean };

/** A hundred rows keep the embedded database for some ten milliseconds. */
const CHUNK = 100;

/** @throws Problem file-refused, wrong-file-kind, too-large, import-under-way, unavailable */
export async function importQuestions(
  deps: Deps,
  actor: string,
  upload: Upload,
): Promise<ImportReport> {
  const reading = await readUpload(upload.bytes, upload.fileName);
  const wanted = reading.errors.length === 0 || upload.partial;
  const importId = upload.dryRun || !wanted ? null : await begin(deps, actor, upload.fileName);
  try {
    const { fresh, known } = await sortOut(deps.db, reading.rows);
    if (importId) await store(deps, actor, importId, fresh);
    return {
      inserted: wanted ? fresh.length : 0,
      duplicates: reading.duplicates.length + known.length,
      errors: reading.errors,
      warnings: [...reading.warnings, ...reading.duplicates, ...known],
      types: countTypes(fresh),
    };
  } catch (error) {
    if (importId) await removeImport(deps.db, importId);
    throw error;
  }
}

async function begin(deps: Deps, actor: string, fileName: string): Promise<string> {
  const id = newId();
  const begun = { id, fileName: fileName.slice(0, 200), actor };
  if (await beginImport(deps.db, deps.now(), begun)) return id;
  for (const silent of await findCutOff(deps.db, deps.now(), false))
    await removeImport(deps.db, silent);
  if (await beginImport(deps.db, deps.now(), begun)) return id;
  throw new Problem('import-under-way', { retryAfter: 60 });
}

/** What an import left behind that a crash cut off. Call it when the server starts. */
export async function removeCutOffImports(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const alone = deps.db.kind === 'pglite'; // nobody else can have it open
  const found = await findCutOff(deps.db, deps.now(), alone);
  for (const id of found) await removeImport(deps.db, id);
  return found.length;
}

/** Splits the rows in those that the bank lacks and notes on those it holds. */
async function sortOut(
  db: Database,
  rows: readonly ParsedQuestion[],
): Promise<{ fresh: NewQuestion[]; known: RowNote[] }> {
  const spelled = new Map((await countByType(db.orm)).map(({ type }) => [typeKey(type), type]));
  const fresh: NewQuestion[] = [];
  const known: RowNote[] = [];
  for (const chunk of chunksOf(rows)) {
    const hashes = chunk.map(contentHash);
    const held = new Set(await knownHashes(db, hashes));
    chunk.forEach((row, at) => {
      const hash = hashes[at] ?? '';
      if (held.has(hash))
        known.push({
          sheet: row.sheet,
          row: row.row,
          column: 'Questions',
          message: 'This question is in the bank already.',
        });
      else
        fresh.push(
          toNewQuestion(row, hash, spelled.get(typeKey(row.type)) ?? row.type, fresh.length),
        );
    });
    await setImmediate();
  }
  return { fresh, known };
}

function toNewQuestion(
  row: ParsedQuestion,
  hash: string,
  type: string,
  position: number,
): NewQuestion {
  const {
    text,
    options,
    correct,
    weightageHundredths: weightage,
    negativeHundredths: negative,
  } = row;
  return { id: newId(), position, type, text, options, correct, weightage, negative, hash };
}

async function store(
  deps: Deps,
  actor: string,
  importId: string,
  questions: readonly NewQuestion[],
): Promise<void> {
  const cutOff = () =>
    new Problem('unavailable', {
      sentence: 'The import took too long and was taken back. Please try again.',
    });
  for (const chunk of chunksOf(questions)) {
    if (!(await addQuestions(deps.db, deps.now(), importId, chunk))) throw cutOff();
    await setImmediate(); // whoever asked meanwhile has their turn
  }
  await deps.db.transaction(async (tx) => {
    const done = await tx
      .update(imports)
      .set({ state: 'done', heardAt: new Date(deps.now()) })
      .where(and(eq(imports.id, importId), eq(imports.state, 'running')))
      .returning({ fileName: imports.fileName });
    if (!done[0]) throw cutOff();
    await bumpBankVersion(tx);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'questions.imported',
      subject: importId,
      detail: { fileName: done[0].fileName, questions: questions.length },
    });
  });
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

function countTypes(rows: readonly NewQuestion[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => a.type.localeCompare(b.type));
}
