/**
 * Texts candidates that their result is out (decision 105). When the office asks for it, everyone who has sat the exam and has a result to
 * see is told. Each candidate is told once, however often the office asks; a candidate whose result comes later is told the next time.
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
import { queuedResults, sendSmsSoon } from './sms-outbox.ts';

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

/** @throws Problem not-found, invalid (with the reason why it can't be sent) */
export async function textResults(
  deps: Deps,
  actor: string,
  examId: string,
): Promise<{ queued: number }> {
  const queued = await deps.db.transaction(async (tx) => {
    // Another press at the same moment waits here, and then finds that the candidates are told. The lock isn't the exam's row, because
    // every candidate who begins the exam would wait there too.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`result_texts ${examId}`}))`);
    if (!(await findExam(tx, examId))) throw new Problem('not-found');
    const refused = refusalOf(deps);
    if (refused !== null) throw new Problem('invalid', { sentence: refused });
    const queued = await queueAll(tx, deps.now(), examId);
    if (queued > 0)
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'result.texted',
        subject: examId,
        detail: { candidates: queued },
      });
    return queued;
  });
  sendSmsSoon(deps);
  return { queued };
}

/** One statement inside the database: reading a hundred thousand rows and writing them back would take five times as long. */
async function queueAll(tx: Orm, now: number, examId: string): Promise<number> {
  const all = sittersOf(tx, examId);
  const due = tx.$with('due').as(tx.select().from(all).where(eq(all.fate, 'toTell')));
  const told = tx.$with('told', {}).as(sql`
    insert into result_texts (sitting_id, told_at) select sitting_id, ${new Date(now).toISOString()}::timestamptz from due
    on conflict (sitting_id) do update set told_at = excluded.told_at`);
  const queued = tx
    .$with('queued', { id: smsOutbox.id })
    .as(queuedResults(now, sql`select message_id as id, uid, mobile from due`));
  const [row] = await tx.with(due, told, queued).select({ people: count() }).from(queued);
  return row?.people ?? 0;
}

/** The reason why no message can be sent, as a sentence for the office; null if there is none. */
function refusalOf({ sms }: Deps): string | null {
  return sms.canSend('result')
    ? null
    : 'The text message for this isn’t set up on the server. Ask whoever runs it to set the template.';
}

type Fate = Exclude<keyof ResultTexts, 'refused'>;

const MESSAGE = sql<string>`'result ' || ${sittings.id}`;
/** A message that never got through doesn't count. */
const TOLD = sql`exists (select from ${resultTexts} where ${resultTexts.sittingId} = ${sittings.id})
  and not exists (select from ${smsOutbox} where ${smsOutbox.id} = ${MESSAGE} and ${smsOutbox.state} = 'failed')`;
/** Nothing was submitted, and nobody has seen the score. A phone may still hold answers, which would count less once the score is seen [AT11]. */
const MAY_COME = sql`(${results.provisional} and ${sittings.scoreToldAt} is null)`;
/** The documents are marked, and no page has changed since. */
const IS_MARKED = sql`(${results.documents} is not null and coalesce(${sittings.pagesSince} <= ${results.documentsAt}, true))`;
/** The score is complete, or the exam has a result PDF. */
const IS_OUT = sql`${sittings.state} <> 'open' and (${exams.resultFileId} is not null
  or case when ${exams.format} = 'MCQ' then not ${MAY_COME} else ${IS_MARKED} end)`;
const FATE = sql<Fate>`case when ${TOLD} then 'told' when ${users.blockedAt} is not null then 'blocked'
  when (${IS_OUT}) is not true then 'notYet' when ${users.mobile} is null then 'unreachable' else 'toTell' end`;

/** Everyone who has sat the exam or is sitting it. */
function sittersOf(orm: Orm, examId: string) {
  return orm
    .select({
      sittingId: sql<string>`${sittings.id}`.as('sitting_id'),
      message: MESSAGE.as('message_id'),
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
