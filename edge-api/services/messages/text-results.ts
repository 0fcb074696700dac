/**
 * Texts candidates that their result is out (decision 105): all who have sat an exam and have a result to see, when the office
 * asks for it. Each is told once, however often it is asked for; whose result comes later is told by the next press.
 */
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { ResultTexts } from '#contract/desk/result-texts.ts';
import type { Orm } from '#db/client.ts';
import { findExam } from '#db/queries/exams.ts';
import { exams } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { results, resultTexts, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetFailed, queueOnce, sendSmsSoon } from './sms-outbox.ts';

/** As many are queued in one statement. */
const PIECE = 1_000;

/** @throws Problem not-found */
export async function readResultTexts(deps: Deps, examId: string): Promise<ResultTexts> {
  const { orm } = deps.db;
  if (!(await findExam(orm, examId))) throw new Problem('not-found');
  const all = sittersOf(orm, examId);
  const found = await orm.select({ fate: all.fate, people: count() }).from(all).groupBy(all.fate);
  const people = (wanted: Fate) => found.find(({ fate }) => fate === wanted)?.people ?? 0;
  return {
    refused: refusalOf(deps),
    toTell: people('toTell'),
    told: people('told'),
    notYet: people('notYet'),
    blocked: people('blocked'),
    unreachable: people('unreachable'),
  };
}

/** @throws Problem not-found, invalid (what stands against it) */
export async function textResults(
  deps: Deps,
  actor: string,
  examId: string,
): Promise<{ queued: number }> {
  const queued = await deps.db.transaction(async (tx) => {
    // Who presses at the same moment waits, and then finds that they are told.
    const [exam] = await tx
      .select({ id: exams.id })
      .from(exams)
      .where(and(eq(exams.id, examId), isNull(exams.hiddenAt)))
      .for('no key update');
    if (!exam) throw new Problem('not-found');
    const refused = refusalOf(deps);
    if (refused !== null) throw new Problem('invalid', { sentence: refused });
    const all = sittersOf(tx, examId);
    const due = await tx.select().from(all).where(eq(all.fate, 'toTell'));
    for (let from = 0; from < due.length; from += PIECE)
      await queue(tx, deps.now(), due.slice(from, from + PIECE));
    if (due.length > 0)
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'result.texted',
        subject: examId,
        detail: { candidates: due.length },
      });
    return due.length;
  });
  sendSmsSoon(deps);
  return { queued };
}

async function queue(
  tx: Orm,
  now: number,
  piece: readonly { sittingId: string; id: string; uid: string; mobile: string | null }[],
): Promise<void> {
  const toldAt = new Date(now);
  await tx
    .insert(resultTexts)
    .values(piece.map(({ sittingId }) => ({ sittingId, toldAt })))
    .onConflictDoUpdate({ target: resultTexts.sittingId, set: { toldAt } });
  await forgetFailed(
    tx,
    piece.map(({ id }) => id),
  );
  await queueOnce(
    tx,
    now,
    piece.flatMap(({ id, uid, mobile }) =>
      mobile === null ? [] : [{ id, uid, mobile, purpose: 'result' as const, vars: { uid } }],
    ),
  );
}

/** In the words of the office; null where nothing stands against it. */
function refusalOf({ sms }: Deps): string | null {
  return sms.canSend('result')
    ? null
    : 'The text message for this isn’t set up on the server. Ask whoever runs it to set the template.';
}

type Fate = Exclude<keyof ResultTexts, 'refused'>;

const id = sql<string>`'result ' || ${sittings.id}`;
/** Not by a message that never got through. */
const TOLD = sql`exists (select from ${resultTexts} where ${resultTexts.sittingId} = ${sittings.id})
  and not exists (select from ${smsOutbox} where ${smsOutbox.id} = ${id} and ${smsOutbox.state} = 'failed')`;
/** A score that nothing is missing from, or the exam's own PDF. */
const IS_OUT = sql`${sittings.state} <> 'open' and (${exams.resultFileId} is not null
  or case when ${exams.format} = 'MCQ' then not ${results.provisional} else ${results.documents} is not null end)`;
const FATE = sql<Fate>`case when ${TOLD} then 'told' when ${users.blockedAt} is not null then 'blocked'
  when (${IS_OUT}) is not true then 'notYet' when ${users.mobile} is null then 'unreachable' else 'toTell' end`;

/** Everyone who has sat the exam or is sitting it, by `id` of the message that would tell them. */
function sittersOf(orm: Orm, examId: string) {
  return orm
    .select({
      sittingId: sittings.id,
      id: id.as('message'),
      uid: users.uid,
      mobile: users.mobile,
      fate: FATE.as('fate'),
    })
    .from(sittings)
    .innerJoin(exams, eq(exams.id, sittings.examId))
    .innerJoin(users, eq(users.uid, sittings.uid))
    .leftJoin(results, eq(results.sittingId, sittings.id))
    .where(and(eq(sittings.examId, examId), isNull(users.deletedAt)))
    .as('sitters');
}
