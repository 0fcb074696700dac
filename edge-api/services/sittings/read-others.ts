// What counts of the turns before the one that writes, so that its device shows what it will submit [AT13]: acts of
// another phone may arrive after its sitting has moved.
import type { PushReply } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { project } from '#machines/sitting/rules.ts';
import { readWhole } from './read-sitting.ts';
import { timesOf } from './settle.ts';

/**
 * @param count how many acts of earlier turns the log held at least when it was asked for
 * @returns nothing when the sitting has moved on meanwhile
 */
export async function readOthers(
  db: Database,
  { id, epoch }: { id: string; epoch: number },
  count: number,
): Promise<Pick<PushReply, 'others'>> {
  const sitting = await readWhole(db, { sittingId: id });
  if (sitting?.epoch !== epoch) return {};
  const { answers, documents } = project(sitting.log, sitting.handIns, timesOf(sitting));
  const own = sitting.log.filter((act) => act.epoch === epoch && act.refusal === null);
  const isAnswer = new Set(['answered', 'cleared']);
  const ownQids = new Set(own.map(({ type, qid }) => isAnswer.has(type) && qid));
  return {
    others: {
      count,
      answers: [...answers].flatMap(([qid, answer]) => (ownQids.has(qid) ? [] : [{ qid, answer }])),
      documents: own.some(({ type }) => type === 'documents') ? null : (documents ?? []),
    },
  };
}
