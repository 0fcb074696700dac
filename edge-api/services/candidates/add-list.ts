// Adds everyone on a college's list, or nobody. A dry run says row by row what is wrong, and nothing is written while
// anything is wrong.
import { and, eq, inArray, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import { cleanText } from '#api/question-files/judge/clean-text.ts';
import { parseTable } from '#api/question-files/parse-question-file.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import {
  type AddedList,
  type CandidateListReport,
  type ListNote,
  listColumns,
} from '#contract/desk/candidates.ts';
import type { Database, Orm } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { fileProblem, oneFileAtATime } from '../files/read-file.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';
import { newId } from '../new-id.ts';
import { settingNow } from '../settings/settings.ts';
import { nameOf, wasTaken } from '../users/change-details.ts';
import { addCandidates, type EnrolInto, requireActive } from './add-candidates.ts';
import { isSameName, judgeList, type ListedPerson, MOST_PEOPLE } from './judge-list.ts';
import { nearestHeader } from './list-columns.ts';

const MOST_NOTES = 500;

type UploadedList = { bytes: Uint8Array; fileName: string; dryRun: boolean };

/** @throws Problem file-refused, wrong-file-kind, too-large, unavailable, invalid (examID) */
export async function addList(
  deps: Deps,
  actor: string,
  { bytes, fileName, dryRun }: UploadedList,
  into: EnrolInto,
): Promise<CandidateListReport> {
  const exam = await requireActive(deps.db.orm, into.examID);
  const outcome = await oneFileAtATime(() => parseTable(bytes, fileName));
  if (!outcome.ok) throw fileProblem(outcome);
  const { minimumAge } = await settingNow(deps, 'policies');
  const today = new Date(deps.now() + INDIA_AHEAD_MS).toISOString().slice(0, 10);
  const { header, people, errors, named, passedOver, unread } = await judgeList(outcome.rows, {
    today,
    minimumAge,
  });
  if (!header)
    throw refused(
      `No row with the columns ${listColumns[0]} and ${listColumns[1]} was found.${nearestHeader(outcome.rows)}`,
    );
  if (named === 0) throw refused('There’s nobody on this list.');
  if (named > MOST_PEOPLE)
    throw refused(
      `This list has more than ${MOST_PEOPLE.toLocaleString('en-IN')} people. Please split it.`,
    );
  const judge = async () => {
    const { notes, here } = await takenOn(deps.db.orm, into, people);
    const report: CandidateListReport = {
      people: named,
      added: 0,
      ...(here.size > 0 && { already: here.size }),
      ...(passedOver.length > 0 && { passedOver: passedOver.slice(0, MOST_NOTES) }),
      ...(unread.length > 0 && { unread }),
      fee: exam.pricePaise / 100,
      errors: [...errors, ...notes].sort((a, b) => a.row - b.row).slice(0, MOST_NOTES),
    };
    return { report, toAdd: people.filter((person) => !here.has(person)) };
  };
  const { report, toAdd } = await judge();
  if (dryRun || report.errors.length > 0 || toAdd.length === 0) return report;
  try {
    const list = { id: newId(), fileName: cleanText([...fileName].slice(0, 200).join('')) };
    const { added } = await addCandidates(deps, actor, toAdd, into, list);
    return { ...report, added: added.length };
  } catch (error) {
    // Someone on the list registered meanwhile. Nobody was added, and the list is judged again for the report.
    if (wasTaken(error) || violatedConstraint(error) === 'users_pkey')
      return (await judge()).report;
    throw error;
  }
}

const refused = (message: string) =>
  new Problem('file-refused', { sentence: message, fields: { file: message } });

/** The most rows in one query. */
const PIECE = 500;

/**
 * Finds people on the list who have an account already.
 * @returns `here`: people who are in the exam already, for example because a list or roster is sent again, and whose row
 * agrees with what is stored. `notes`: what is wrong with other rows
 */
async function takenOn(
  orm: Orm,
  into: Pick<EnrolInto, 'examID' | 'officeInvoice'>,
  people: readonly ListedPerson[],
): Promise<{ notes: ListNote[]; here: Set<ListedPerson> }> {
  const notes: ListNote[] = [];
  const here = new Set<ListedPerson>();
  for (let start = 0; start < people.length; start += PIECE) {
    const piece = people.slice(start, start + PIECE);
    const emails = piece.flatMap(({ email }) => email ?? []);
    const uids = piece.flatMap(({ uid }) => uid ?? []);
    const found = await orm
      .select({
        ...{ uid: users.uid, mobile: users.mobile, email: users.email, role: users.role },
        ...{ fullName: users.fullName, dateOfBirth: users.dateOfBirth },
        enrolment: enrolments,
      })
      .from(users)
      .leftJoin(enrolments, and(eq(enrolments.uid, users.uid), eq(enrolments.examId, into.examID)))
      .where(
        or(
          inArray(
            users.mobile,
            piece.map(({ mobile }) => mobile),
          ),
          inArray(users.email, emails),
          inArray(users.uid, uids),
        ),
      );
    for (const person of piece) {
      const { row, cells, mobile, email, uid } = person;
      const byUid = uid && found.find((user) => user.uid === uid);
      if (byUid && byUid.enrolment !== null && byUid.mobile === mobile) {
        here.add(person);
        continue;
      }
      if (byUid)
        notes.push({ row, cell: cells.uid, message: `${nameOf(byUid)} already has this UID.` });
      const byMobile = found.find((user) => user.mobile === mobile);
      if (!uid && byMobile?.enrolment && isSameName(byMobile.fullName, person.fullName)) {
        const differs = differencesOf(person, { ...byMobile, enrolment: byMobile.enrolment }, into);
        if (differs === '') here.add(person);
        else notes.push({ row, cell: cells.mobile, message: `${nameOf(byMobile)} ${differs}` });
        continue;
      }
      const byEmail = email && found.find((user) => user.email === email);
      if (byMobile)
        notes.push({
          row,
          cell: cells.mobile,
          message: `${nameOf(byMobile)} already has this mobile number.`,
        });
      if (byEmail)
        notes.push({
          row,
          cell: cells.email,
          message: `${nameOf(byEmail)} already has this email address.`,
        });
    }
  }
  return { notes, here };
}

type Here = {
  email: string | null;
  dateOfBirth: string | null;
  enrolment: typeof enrolments.$inferSelect;
};

/** What a row says that differs from a person who is in the exam already; empty if nothing differs. */
function differencesOf(
  person: ListedPerson,
  { email, dateOfBirth, enrolment }: Here,
  { officeInvoice }: Pick<EnrolInto, 'officeInvoice'>,
): string {
  if (officeInvoice && enrolment.status === 'Registered')
    return 'is already in this exam but hasn’t paid. Please note the invoice on their page and delete this row.';
  const others = [
    ['email address', person.email, email],
    ['room', person.room || undefined, enrolment.room],
    ['extra time', person.extraPercent || undefined, enrolment.extraPercent],
    ['date of birth', person.dateOfBirth, dateOfBirth],
    ['category', person.category, enrolment.category],
  ].flatMap(([what, listed, is]) => (listed === undefined || listed === is ? [] : [what]));
  if (others.length === 0) return '';
  return `is already in this exam, but with a different ${others.join(', ')}. Please correct whichever is wrong, here or there.`;
}

// The lists added last, and the progress of their one-time passwords, also for someone who left the page or works at
// another desk.

const MOST_LISTS = 5;
const MOST_NAMED = 50;

/**
 * A list's messages have the same time as its audit entry. A password doesn't count as failed if a newer one took its
 * place.
 */
const LISTS = `
with lists as (
  select id, at, actor, subject, detail from audit_log
  where action = '${'candidates.listed' satisfies ActivityAction}' order by id desc limit ${MOST_LISTS}
)
select lists.id::int, ${millis('lists.at')} as at, coalesce(u.full_name, lists.actor) as by,
  lists.detail->>'fileName' as "fileName", (lists.detail->>'people')::int as people, coalesce(x.name, '') as exam,
  (select count(*)::int from sms_outbox m
    where m.created_at = lists.at and m.purpose = 'password-reset' and m.state = 'waiting') as waiting,
  failed.count as "failedCount", failed.named as failed
from lists left join users u on u.uid = lists.actor left join exams x on x.id = lists.subject, lateral (
  select count(*)::int, coalesce(
    jsonb_agg(jsonb_build_object('uid', f.uid, 'fullName', f.full_name) order by f.uid) filter (where f.nth <= ${MOST_NAMED}),
    '[]')::text as named
  from (
    select p.uid, p.full_name, row_number() over (order by p.uid) as nth from sms_outbox m join users p on p.uid = m.uid
    where m.created_at = lists.at and m.purpose = 'password-reset' and m.state = 'failed' and m.error <> 'superseded'
      and not exists (select from sms_outbox n where n.uid = m.uid and n.purpose = m.purpose and n.created_at > m.created_at and n.state <> 'failed')
  ) f
) failed
order by lists.id desc`;

const rowsSchema = z.array(
  z.object({
    id: z.int(),
    at: z.number(),
    by: z.string(),
    fileName: z.string(),
    people: z.int(),
    exam: z.string(),
    waiting: z.int(),
    failedCount: z.int(),
    failed: z.string(),
  }),
);
const namedSchema = z.array(z.object({ uid: z.string(), fullName: z.string() }));

export async function addedLists(db: Database): Promise<AddedList[]> {
  return rowsSchema.parse(await db.rows(LISTS, [])).map(({ at, failed, ...list }) => ({
    ...list,
    at: new Date(at).toISOString(),
    failed: namedSchema.parse(JSON.parse(failed)),
  }));
}
