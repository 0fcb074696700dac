// Reads a submission's answers against the candidate's paper. An answer is an option's name or its full text.
import type { AnswerItem } from '#contract/wire/sync.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { isOptionName } from '#machines/sitting/rules.ts';
import { readRevisions } from '../questions/revisions.ts';
import type { StoredSitting } from './read-sitting.ts';

export type ReadAnswers = {
  answers: { qid: string; answer: OptionName | '' }[];
  /** Ids of questions that aren't in the paper or whose answer is none of the options. The other answers are stored. */
  refused: string[];
};

export async function readAnswers(
  db: Database,
  sitting: StoredSitting,
  items: readonly AnswerItem[],
): Promise<ReadAnswers> {
  const ids = sitting.sections.flatMap((section) => section.items);
  const revisions = await readRevisions(db, ids);
  const options = new Map(
    ids.map((id) => [revisions.get(id)?.qid ?? '', revisions.get(id)?.options ?? []]),
  );
  const answers = new Map<string, OptionName | ''>();
  const refused: string[] = [];
  for (const { qid, answer } of items) {
    const named = nameOf(answer ?? '', options.get(qid));
    if (named === null) refused.push(qid.replace(/[^\x20-\x7e]/g, '?'));
    else answers.set(qid, named);
  }
  return { answers: [...answers].map(([qid, answer]) => ({ qid, answer })), refused };
}

function nameOf(answer: string, options: readonly string[] | undefined): OptionName | '' | null {
  if (!options) return null;
  const given = answer.normalize().trim();
  if (given === '' || isOptionName(given)) return given;
  return optionNames[options.findIndex((option) => option.normalize().trim() === given)] ?? null;
}
