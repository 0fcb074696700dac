// Which rows of a file the bank lacks, as it will hold them, and which it holds already.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { countByType } from '#db/queries/bank.ts';
import { knownHashes, type NewQuestion } from '#db/queries/imports.ts';
import { typeKey } from '../../question-files/judge/item.ts';
import type { ParsedQuestion, RowNote } from '../../question-files/question-file.ts';
import { newId } from '../new-id.ts';
import { contentHash } from './revisions.ts';

/** A hundred rows keep the embedded database for some ten milliseconds. */
const CHUNK = 100;

/** A row that the bank lacks: where it was read, and what is to be stored. */
export type Fresh = { from: ParsedQuestion; question: NewQuestion };
export type Sorted = { fresh: Fresh[]; known: RowNote[] };

/**
 * Splits the rows in those that the bank lacks and notes on those it holds.
 * @param onRows told after each piece how many rows were looked up; what it throws ends the work
 */
export async function sortOut(
  db: Database,
  rows: readonly ParsedQuestion[],
  onRows: (done: number) => void,
): Promise<Sorted> {
  const spelled = new Map((await countByType(db.orm)).map(({ type }) => [typeKey(type), type]));
  const fresh: Fresh[] = [];
  const known: RowNote[] = [];
  let done = 0;
  for (const chunk of chunksOf(rows)) {
    done += chunk.length;
    onRows(done);
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
        fresh.push({
          from: row,
          question: toNewQuestion(
            row,
            hash,
            spelled.get(typeKey(row.type)) ?? row.type,
            fresh.length,
          ),
        });
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

export function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

export function countTypes(fresh: readonly Fresh[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const {
    question: { type },
  } of fresh)
    counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => a.type.localeCompare(b.type));
}
