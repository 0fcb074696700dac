// What counted in a sitting that is over, question by question. It uses the same projection and key as the score, so the marks add up to
// the score. Beside it stands what was received and when, for a candidate who misses an answer.
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { type AnswerSheet, MOST_ACTS, type Received } from '#contract/desk/answer-sheet.ts';
import { lateWorkSchema } from '#contract/wire/results.ts';
import { TOO_LATE, tooLateSchema } from '#db/queries/held.ts';
import {
  compareTurns,
  isOptionName,
  meaningOf,
  placeAll,
  type Turn,
} from '#machines/sitting/rules.ts';
import { marksFor } from '#machines/sitting/scoring.ts';
import { Problem } from '../../problem.ts';
import { readRevisions } from '../questions/revisions.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import { itemsOf, paperKey, timesOf } from './settle.ts';

const overSchema = z.array(
  z.object({ late_work: z.nullable(lateWorkSchema), too_late: z.nullable(tooLateSchema) }),
);

const OVER = `select r.late_work, ${TOO_LATE} as too_late from sittings s left join results r on r.sitting_id = s.id
  where s.id = $1 and s.state <> 'open' and s.cell is null`;

/** @throws Problem not-found, also while the sitting is under way, and when its answers are in a cell */
export async function readAnswerSheet({ db }: Deps, sittingId: string): Promise<AnswerSheet> {
  const [over] = overSchema.parse(await db.rows(OVER, [sittingId]));
  const sitting = over && (await readWhole(db, { sittingId }));
  if (!sitting) throw new Problem('not-found');
  const times = timesOf(sitting);
  const placed = placeAll(sitting.log, sitting.submissions, times);
  const { answers } = meaningOf(placed, sitting.log, times);
  const received = receivedOf(sitting, placed);
  const key = await paperKey(db, sitting);
  const revisions = await readRevisions(db, itemsOf(sitting));
  return {
    ...(over.late_work && { lateWork: over.late_work }),
    ...(over.too_late && { tooLate: over.too_late }),
    sections: key.map(({ name, items }, section) => {
      const questions = items.map((item, place) => {
        // The revision that the candidate saw; a correction may have changed its words since.
        const asked = revisions.get(sitting.sections[section]?.items[place] ?? 0);
        if (!asked) throw new Error(`The paper of sitting ${sittingId} lacks a question`);
        const chosen = answers.get(item.qid) || null;
        const hundredths = marksFor(item, chosen ?? '');
        const heard = received.get(item.qid) ?? [];
        return { asked, chosen, right: item.correct, also: item.also ?? [], hundredths, heard };
      });
      return {
        name,
        marks: questions.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
        questions: questions.map(({ asked, chosen, right, also, hundredths, heard }) => ({
          ...{ text: asked.text, options: [...asked.options] },
          ...{
            chosen,
            right,
            ...(also.length > 0 && { also: [...also] }),
            marks: hundredths / 100,
            received: heard,
          },
        })),
      };
    }),
  };
}

/** All answers received for each question, in the order of turns. A submission repeats the current answers; only those it changes are listed. */
function receivedOf(
  { started }: Pick<WholeSitting, 'started'>,
  { acts, submissions }: ReturnType<typeof placeAll>,
): Map<string, Received[]> {
  type Said = Turn & { qid: string; received: Received };
  const say = (
    { act, placing }: (typeof acts)[number] | (typeof submissions)[number],
    qid: string,
    answer: string,
  ): Said => ({
    ...{ epoch: act.epoch, seq: act.seq, qid },
    received: {
      chosen: isOptionName(answer) ? answer : null,
      // A phone may claim any time, but no answer was given after it was received.
      at: new Date(Math.min(started + act.elapsed, act.receivedAt)).toISOString(),
      receivedAt: new Date(act.receivedAt).toISOString(),
      counts: placing === 'counts' || placing === 'carried',
    },
  });
  const said = [
    ...acts.flatMap((one) => {
      const { type, qid, answer } = one.act;
      if (!qid || (type !== 'answered' && type !== 'cleared')) return [];
      return say(one, qid, (type === 'answered' && answer) || '');
    }),
    ...submissions.flatMap((one) =>
      one.act.answers.map(({ qid, answer }) => say(one, qid, answer)),
    ),
  ].sort(compareTurns);
  const byQuestion = new Map<string, Received[]>();
  for (const { qid, received } of said) {
    const list = byQuestion.get(qid) ?? [];
    const last = list.at(-1);
    if (received.chosen !== (last?.chosen ?? null))
      byQuestion.set(qid, [...list, received].slice(-MOST_ACTS));
    else if (last) last.counts ||= received.counts;
  }
  return byQuestion;
}
