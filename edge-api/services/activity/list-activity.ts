// The audit log, newest first. A page continues below the id where the last one ended, so it costs the same
// however deep it is, and entries added meanwhile shift nothing.
import { and, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { normaliseUid } from '#api/services/auth/find-user.ts';
import { indiaMidnight, indiaTime } from '#api/services/india-time.ts';
import {
  type ListColumns,
  listWorkbook,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import { type Activity, type ActivityAction, describeAction } from '#contract/desk/activity.ts';
import type { Orm } from '#db/client.ts';
import { inPieces, likeWords } from '#db/queries/list-sql.ts';
import { COVERS } from '#db/queries/time-acts.ts';
import { exams, questionRevisions, questions } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { sittings } from '#db/schema/sittings.ts';

/** Empty texts match everything. Days are India's, both included, as `2026-11-21`. */
export type ActivityFilter = {
  actor: string;
  action: string;
  subject: string;
  text: string;
  from: string;
  to: string;
};

const DAY_MS = 24 * 60 * 60_000;

/** As the index has it, word for word. */
const wholeText = sql`(${auditLog.actor} || ' ' || ${auditLog.action} || ' ' || ${auditLog.subject} || ' ' || ${auditLog.detail}::text)`;

const actor = alias(users, 'actor_user');
const person = alias(users, 'subject_user');

/** @param below the id of the last entry seen, or null for the newest */
export async function listActivity(
  orm: Orm,
  wanted: ActivityFilter,
  below: number | null,
  limit: number,
): Promise<Activity[]> {
  return readEntries(
    orm,
    and(matches(wanted), below === null ? undefined : lt(auditLog.id, below)),
    limit,
  );
}

/**
 * What was done by one person, to any of these: their uid, orders, sittings, or by a proctor to their room or to everyone while
 * they sat.
 * @param about the uid first
 * @param examIds of their sittings
 */
export function listActivityAbout(
  orm: Orm,
  about: readonly string[],
  examIds: readonly string[],
  limit: number,
): Promise<Activity[]> {
  const [uid = '', ...more] = about;
  return readEntries(
    orm,
    or(
      eq(auditLog.actor, uid),
      inArray(auditLog.subject, [uid, ...more]),
      and(inArray(auditLog.subject, [...examIds]), isWideActOn(uid)),
    ),
    limit,
  );
}

/** The entry of an act has no id of it, but who did it, when and for whom. */
const isWideActOn = (uid: string) => sql`${auditLog.action} in ${wideActs} and exists (
  select from proctor_acts a join sittings s on s.exam_id = a.exam_id
  where s.uid = ${uid} and a.exam_id = ${auditLog.subject} and a.uid = ${auditLog.actor}
    and a.outcome = 'done' and ${sql.raw(COVERS('s.enrolment_id'))}
    and a.done_at = (${auditLog.detail}->>'doneAt')::timestamptz and a.body->'to' = ${auditLog.detail}->'to'
    and a.done_at between s.started_at and coalesce(s.closed_at, a.done_at))`;

const wideActs = [
  'hall.extra-time',
  'hall.paused',
  'hall.resumed',
  'hall.incident',
] satisfies ActivityAction[];

/** As much of a question's text as it is known by. */
const QUESTION_NAME = 80;

async function readEntries(orm: Orm, where: SQL | undefined, limit: number): Promise<Activity[]> {
  const rows = await orm
    .select({
      entry: auditLog,
      actorName: actor.fullName,
      subjectName: sql<
        string | null
      >`coalesce(${exams.name}, ${person.fullName}, left(${questionRevisions.text}, ${QUESTION_NAME}::int))`,
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.uid, auditLog.actor))
    // Who it was that sat says more than the sitting's id.
    .leftJoin(sittings, eq(sittings.id, auditLog.subject))
    .leftJoin(person, eq(person.uid, sql`coalesce(${sittings.uid}, ${auditLog.subject})`))
    .leftJoin(exams, eq(exams.id, auditLog.subject))
    .leftJoin(questions, eq(questions.id, auditLog.subject))
    .leftJoin(questionRevisions, eq(questionRevisions.id, questions.revisionId))
    .where(where)
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map(({ entry, actorName, subjectName }) => ({
    ...entry,
    at: entry.at.toISOString(),
    actorName,
    subjectName,
  }));
}

/** The people of one list: it has a line of its own, which stands for theirs until somebody looks for them. */
const notOneOfAList = sql`not (${auditLog.action} = ${'candidate.added' satisfies ActivityAction} and ${auditLog.detail} ? 'list')`;

function matches(wanted: ActivityFilter): SQL | undefined {
  const isAsked = wanted.action !== '' || wanted.subject !== '' || wanted.text !== '';
  return and(
    isAsked ? undefined : notOneOfAList,
    wanted.actor === '' ? undefined : eq(auditLog.actor, toActor(wanted.actor)),
    wanted.action === '' ? undefined : eq(auditLog.action, wanted.action),
    wanted.subject === '' ? undefined : eq(auditLog.subject, wanted.subject),
    wanted.text === '' ? undefined : ilike(wholeText, likeWords(wanted.text)),
    wanted.from === '' ? undefined : gte(auditLog.at, indiaMidnight(wanted.from)),
    wanted.to === ''
      ? undefined
      : lt(auditLog.at, new Date(indiaMidnight(wanted.to).getTime() + DAY_MS)),
  );
}

function toActor(typed: string): string {
  return typed.toLowerCase() === 'server' ? 'server' : normaliseUid(typed);
}

// The audit log as a workbook: the same words as the screen, the code and the details beside them.

const PIECE = 1_000;

const columns: ListColumns<Activity> = [
  [text('When (IST)', 20), ({ at }) => indiaTime(at)],
  [text('Who', 14), ({ actor }) => actor],
  [text('Name', 28), ({ actorName }) => actorName],
  [text('What', 40), ({ action }) => describeAction(action)],
  [text('To what', 20), ({ subject }) => subject],
  [text('Its name', 40), ({ subjectName }) => subjectName],
  [text('Code', 26), ({ action }) => action],
  [text('Details', 60), ({ detail }) => JSON.stringify(detail)],
];

/** Newest first. */
export function exportActivity(orm: Orm, wanted: ActivityFilter): Workbook {
  const pieces = inPieces<Activity>(PIECE, (last) =>
    listActivity(orm, wanted, last?.id ?? null, PIECE),
  );
  return listWorkbook('Activity', columns, pieces);
}
