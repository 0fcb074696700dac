// The types of question that sections can be made of.
import type { Database } from '#db/client.ts';
import { countByType } from '#db/queries/bank.ts';

/** How many questions of each type the bank holds, by name. */
export function readQuestionTypes(db: Database): Promise<{ type: string; count: number }[]> {
  return countByType(db.orm);
}
