// Goes through every sitting of an exam that is over, a few at a time, so that a hall of a hundred thousand
// needs no more memory than one of ten and the server answers others in between. What counts as an answer, and
// what is right, is what the score goes by: `project` and `paperKey`.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { project } from '#machines/sitting/rules.ts';
import { readCorrections } from '../questions/key-corrections.ts';
import { readEnded, type WholeSitting } from '../sittings/read-sitting.ts';
import { itemsOf, paperKey, timesOf } from '../sittings/settle.ts';
import type { Cuts } from './cut-groups.ts';
import {
  type AskedSection,
  addSitting,
  type QuestionCount,
  type Tallies,
  toCounts,
} from './tally-questions.ts';

/** With a hundred acts each some 10 ms of work between two breaths: what a candidate's push may have to wait. */
const BATCH = 25;

/** @param onProgress told how many sittings are done, after each batch */
export async function countAnswers(
  db: Database,
  examId: string,
  cuts: Cuts | null,
  onProgress: (done: number) => void,
): Promise<{ sittings: number; questions: QuestionCount[] }> {
  const tallies: Tallies = new Map();
  let sittings = 0;
  let after = '';
  for (;;) {
    const batch = await readEnded(db, examId, after, BATCH);
    const corrections = await readCorrections(db, [...new Set(batch.flatMap(itemsOf))]);
    for (const sitting of batch) {
      const { answers } = project(sitting.log, sitting.handIns, timesOf(sitting));
      addSitting(tallies, await askedOf(db, sitting, corrections), answers, cuts);
      after = sitting.id;
    }
    sittings += batch.length;
    onProgress(sittings);
    if (batch.length < BATCH) return { sittings, questions: toCounts(tallies) };
    await setImmediate();
  }
}

async function askedOf(
  db: Database,
  sitting: WholeSitting,
  corrections: ReadonlyMap<number, number>,
): Promise<AskedSection[]> {
  const key = await paperKey(db, sitting, corrections);
  return sitting.sections.map(({ name, items }, section) => ({
    name,
    items: items.map((revision, place) => {
      const item = key[section]?.items[place];
      if (!item) throw new Error(`The key has no item for revision ${revision} of a paper`);
      return { revision, key: item };
    }),
  }));
}
