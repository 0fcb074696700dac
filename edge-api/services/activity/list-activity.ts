// The audit log, newest first. Each page continues below the id where the previous one ended, so every page costs the
// same, and entries added meanwhile shift nothing.
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

/** Empty texts match everything. `from` and `to` are days in India, such as `2026-11-21`; both are included. */
export type ActivityFilter = {
  actor: string;
  action: string;
  subject: string;
  text: string;
  from: string;
  to: string;
};

const DAY_MS = 24 * 60 * 60_000;

/** Must equal the indexed expression word for word, or Postgres doesn't use the index. */
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
 * What one candidate did, what was done to them, their orders and sittings, and what a proctor did to their whole room or
 * exam while they sat.
 * @param about the candidate's uid first, then the ids of orders and sittings
 * @param examIds the exams of their sittings
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

/** An audit entry doesn't contain the id of a proctor's act, so it is matched by who acted, when, and for whom. */
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

/** Characters of a question's text that serve as its name. */
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
    // For a sitting, the candidate's name says more than the sitting's id.
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

/** Hides the entries of people added by a list unless someone filters: the list has an entry of its own for all of them. */
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

// The audit log as a workbook: the same words as on the screen, and also the code and the details.

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
