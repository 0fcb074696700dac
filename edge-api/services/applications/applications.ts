/**
 * Stores an application for a course; the amount is the course's. One for Germany is also stored as an enquiry, in the same
 * transaction. Sent twice, it is stored once. A form that a robot filled in gets the usual reply and isn't stored.
 */
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { indiaTime } from '#api/services/india-time.ts';
import {
  type ListColumns,
  listWorkbook,
  numbers,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import {
  type ApplicationChange,
  applicationStateNames,
  type DeskApplication,
  paidNames,
} from '#contract/desk/payment-desk.ts';
import {
  type ApplicationReply,
  type ApplicationRequest,
  type ApplicationState,
  applicationStates,
} from '#contract/site/applications.ts';
import { type Course, courseAmounts, isCourse } from '#contract/site/courses.ts';
import type { Database, Orm } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import {
  byText,
  countRows,
  inPieces,
  type ListPage,
  likeWords,
  onlyChosen,
  sortedBy,
} from '#db/queries/list-sql.ts';
import { applications } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { storeEnquiry } from '../enquiries/enquiries.ts';
import { newSecretId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

const GERMANY: Course = 'Germany Job Placement';

/** @throws Problem throttled; invalid for an unknown course, or an id that belongs to another application */
export async function createApplication(
  deps: Deps,
  form: ApplicationRequest,
  address: string,
): Promise<ApplicationReply> {
  const { name, email, phone, course } = form;
  if (!isCourse(course))
    throw new Problem('invalid', { fields: { course: 'Please choose one of our courses.' } });
  await throttle(deps, [{ key: `application from ${address}`, most: 200, seconds: 3_600 }]);
  // The id must be secret, because anyone who knows it may see the order and its invoice.
  const id = form.id ?? newSecretId();
  const wanted = { id, name, email, phone, course, amountPaise: courseAmounts[course] * 100 };
  const txnId = form.website
    ? null
    : await deps.db.transaction((tx) => store(tx, deps.now(), wanted));
  return {
    application: { _id: id, name, email, phone, course, amount: courseAmounts[course], txnId },
  };
}

/** @returns the payment's transaction id, if the application was sent before and is paid; otherwise null */
async function store(
  tx: Orm,
  now: number,
  wanted: Omit<typeof applications.$inferInsert, 'createdAt'>,
): Promise<string | null> {
  const { id, name, email, phone } = wanted;
  const [stored] = await tx
    .insert(applications)
    .values({ ...wanted, createdAt: new Date(now) })
    .onConflictDoNothing({ target: applications.id })
    .returning({ id: applications.id });
  if (!stored) return txnOfSame(tx, wanted);
  if (wanted.course === GERMANY)
    await storeEnquiry(tx, now, {
      id: undefined,
      kind: 'germany',
      name,
      email,
      phone,
      applicationId: id,
    });
  return null;
}

async function txnOfSame(
  tx: Orm,
  wanted: Pick<typeof applications.$inferInsert, 'id' | 'name' | 'email' | 'phone' | 'course'>,
): Promise<string | null> {
  const [standing] = await tx.select().from(applications).where(eq(applications.id, wanted.id));
  const isSame =
    standing?.name === wanted.name &&
    standing.email === wanted.email &&
    standing.phone === wanted.phone &&
    standing.course === wanted.course;
  if (!isSame) throw new Problem('invalid', { fields: { id: 'This id is taken already.' } });
  return standing.txnId;
}

// Course applications at the desk: newest first or sorted. The database searches and pages them.

/** Empty texts match everything. */
type Wanted = { search: string; state: ApplicationState | ''; paid: 'yes' | 'no' | '' };

/** The SQL that each sort key stands for. */
const applicationSorts: Record<SortKey<'applications'>, string> = {
  name: byText('a.name'),
  phone: byText('a.phone'),
  email: byText('a.email'),
  course: byText('a.course'),
  amount: 'a.amount_paise',
  date: 'a.created_at',
  state: 'a.state',
};

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  amount_paise: z.int(),
  txn_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  state: z.enum(applicationStates),
  note: z.string(),
  version: z.int(),
  created_ms: z.number(),
});

const COLUMNS = `a.id, a.name, a.email, a.phone, a.course, a.amount_paise::float8 as amount_paise, a.txn_id,
  (select o.order_id from orders o where o.application_id = a.id
    order by (o.state = 'success') desc, o.created_at desc, o.order_id limit 1) as order_id,
  a.state, a.note, a.version, ${millis('a.created_at')} as created_ms`;

const MATCHING = `($1::text = '' or a.state = $1::text)
  and ($2::text = '' or (a.txn_id is not null) = ($2::text = 'yes'))
  and ($3::text = '' or concat_ws(' ', a.name, a.email, a.phone, a.course, a.id, a.txn_id, a.note) ilike $3::text)`;

function paramsOf({ search, state, paid }: Wanted): [string, string, string] {
  return [state, paid, search === '' ? '' : likeWords(search)];
}

export async function listApplications(
  db: Database,
  wanted: Wanted & ListPage<SortKey<'applications'>>,
): Promise<{ rows: DeskApplication[]; total: number }> {
  const params = paramsOf(wanted);
  const total = await countRows(db, `applications a where ${MATCHING}`, params);
  const rows = await db.rows(
    `select ${COLUMNS} from applications a where ${MATCHING}
     order by ${sortedBy(applicationSorts, wanted, 'a.id') ?? 'a.created_at desc, a.id'}
     limit $4::int offset $5::int`,
    [...params, wanted.pageSize, (wanted.page - 1) * wanted.pageSize],
  );
  return { rows: rows.map(toDeskApplication), total };
}

const PIECE = 500;

/** All applications that match, or the chosen ones among them, newest first. */
function readApplications(db: Database, wanted: Wanted & { chosen: string }) {
  const [chosen, ids] = onlyChosen('a.id', wanted.chosen, 5);
  return inPieces<DeskApplication>(PIECE, async (last) => {
    const rows = await db.rows(
      `select ${COLUMNS} from applications a left join applications c on c.id = $4::text
       where ${MATCHING} ${chosen} and (c.id is null or a.created_at < c.created_at
         or (a.created_at = c.created_at and a.id > c.id))
       order by a.created_at desc, a.id limit ${PIECE}`,
      [...paramsOf(wanted), last?._id ?? '', ...ids],
    );
    return rows.map(toDeskApplication);
  });
}

/** Undefined when no application has this id. */
export async function findApplication(
  db: Database,
  id: string,
): Promise<DeskApplication | undefined> {
  const [row] = await db.rows(`select ${COLUMNS} from applications a where a.id = $1`, [id]);
  return row === undefined ? undefined : toDeskApplication(row);
}

function toDeskApplication(row: unknown): DeskApplication {
  const { id, amount_paise, txn_id, order_id, created_ms, ...rest } = rowSchema.parse(row);
  return {
    ...rest,
    _id: id,
    amount: amount_paise / 100,
    transaction: txn_id,
    order_id,
    createdAt: new Date(created_ms).toISOString(),
  };
}

// What the office has done about an application: its state and the office's note.

/** @throws Problem not-found, changed-meanwhile */
export async function changeApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: string,
  id: string,
  { version, state, note }: ApplicationChange,
): Promise<DeskApplication> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(applications).where(eq(applications.id, id));
    if (!before) throw new Problem('not-found');
    const changed = await tx
      .update(applications)
      .set({ state, note, version: version + 1 })
      .where(and(eq(applications.id, id), eq(applications.version, version)))
      .returning({ id: applications.id });
    if (changed.length === 0) throw new Problem('changed-meanwhile');
    await recordAudit(tx, now(), {
      actor,
      action: 'application.changed',
      subject: id,
      detail: { was: { state: before.state, note: before.note }, state, note },
    });
  });
  const after = await findApplication(db, id);
  if (!after) throw new Problem('not-found');
  return after;
}

// Applications as a workbook, with the columns of the screen.

export function exportApplications(db: Database, wanted: Wanted & { chosen: string }): Workbook {
  return listWorkbook('Applications', columns, readApplications(db, wanted));
}

const columns: ListColumns<DeskApplication> = [
  [text('Date (IST)', 20), ({ createdAt }) => indiaTime(createdAt)],
  [text('Name', 28), ({ name }) => name],
  [text('Email', 30), ({ email }) => email],
  [text('Phone', 13), ({ phone }) => phone],
  [text('Course', 28), ({ course }) => course],
  [numbers('Amount'), ({ amount }) => amount],
  [text('Payment', 10), ({ transaction }) => paidNames[transaction === null ? 'no' : 'yes']],
  [text('Transaction', 32), ({ transaction }) => transaction ?? ''],
  [text('Status', 12), ({ state }) => applicationStateNames[state]],
  [text('Note', 50), ({ note }) => note],
  [text('Order', 36), ({ order_id }) => order_id ?? ''],
];
