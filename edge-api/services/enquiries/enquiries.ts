/**
 * Stores what a visitor sends. A form that arrives twice is stored once, by the id that the visitor's device made (for the newsletter,
 * by the email address). A form that a robot filled in gets the usual reply and isn't stored.
 */
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { indiaTime } from '#api/services/india-time.ts';
import {
  type ListColumns,
  listWorkbook,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import {
  type ContactRequest,
  type Enquiry,
  type EnquiryChange,
  type EnquiryKind,
  type EnquiryState,
  enquiryKindNames,
  enquiryStateNames,
  type HireUsRequest,
  type NewsletterRequest,
} from '#contract/site/enquiries.ts';
import type { Database, Orm } from '#db/client.ts';
import { byText, inPieces, type ListPage, likeWords, sortedBy } from '#db/queries/list-sql.ts';
import { enquiries } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

type NewEnquiry = {
  /** Made by the sender's device. Without an id, each form counts as a new enquiry. */
  id: string | undefined;
  kind: EnquiryKind;
  email: string;
  name?: string;
  phone?: string;
  message?: string;
  applicationId?: string;
};

/** @throws Problem throttled */
export async function takeContact(deps: Deps, form: ContactRequest, address: string) {
  const { firstname, lastname, website, ...rest } = form;
  const name = `${firstname} ${lastname}`;
  await take(deps, { ...rest, kind: 'contact', name, id: form.id }, website, address);
}

/** @throws Problem throttled */
export async function takeHireUs(deps: Deps, form: HireUsRequest, address: string) {
  const { website, service, ...rest } = form;
  const message = service ? `Service: ${service}\n\n${form.message}` : form.message;
  await take(deps, { ...rest, message, kind: 'hire-us', id: form.id }, website, address);
}

/** @throws Problem throttled */
export async function takeNewsletter(deps: Deps, form: NewsletterRequest, address: string) {
  const email = form.email.toLowerCase();
  await take(deps, { kind: 'newsletter', email, id: subscriberId(email) }, form.website, address);
}

async function take(
  deps: Deps,
  enquiry: NewEnquiry,
  trap: string | undefined,
  address: string,
): Promise<void> {
  await throttle(deps, [{ key: `enquiry from ${address}`, most: 100, seconds: 3_600 }]);
  if (!trap) await storeEnquiry(deps.db.orm, deps.now(), enquiry);
}

/** @param now milliseconds since 1970 */
export async function storeEnquiry(tx: Orm, now: number, enquiry: NewEnquiry): Promise<void> {
  const row = { ...enquiry, id: enquiry.id ?? newId(), createdAt: new Date(now) };
  await tx.insert(enquiries).values(row).onConflictDoNothing({ target: enquiries.id });
}

/** The dash keeps these ids apart from those that devices make. */
function subscriberId(email: string): string {
  return `news-${createHash('sha256').update(email).digest('hex').slice(0, 32)}`;
}

// Enquiries for the office: the list, a single enquiry, the workbook, and changing state and note.

/** An empty text matches everything. */
type EnquiryFilter = { kind: EnquiryKind | ''; state: EnquiryState | ''; search: string };

type Row = typeof enquiries.$inferSelect;

/** SQL expressions that the list can be sorted by. */
const enquirySorts: Record<SortKey<'enquiries'>, string> = {
  from: byText("coalesce(nullif(enquiries.name, ''), enquiries.email)"),
  kind: 'enquiries.kind',
  email: byText('enquiries.email'),
  received: 'enquiries.created_at',
  state: 'enquiries.state',
};

const newestFirst = [desc(enquiries.createdAt), asc(enquiries.id)];

export async function listEnquiries(
  db: Database,
  wanted: EnquiryFilter & ListPage<SortKey<'enquiries'>>,
): Promise<{ total: number; rows: Enquiry[] }> {
  const matching = conditionOf(wanted);
  const [counted] = await db.orm.select({ total: count() }).from(enquiries).where(matching);
  const chosen = sortedBy(enquirySorts, wanted, 'enquiries.id');
  const rows = await db.orm
    .select()
    .from(enquiries)
    .where(matching)
    .orderBy(...(chosen ? [sql.raw(chosen)] : newestFirst))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize);
  return { total: counted?.total ?? 0, rows: rows.map(toEnquiry) };
}

/** @throws Problem not-found */
export async function readEnquiry(db: Database, id: string): Promise<Enquiry> {
  const [row] = await db.orm.select().from(enquiries).where(eq(enquiries.id, id));
  if (!row) throw new Problem('not-found');
  return toEnquiry(row);
}

const PIECE = 500;

/** All matching enquiries, or only the chosen ones among them, newest first. */
function readEnquiries(db: Database, wanted: EnquiryFilter & { chosen: string }) {
  const { chosen } = wanted;
  const matching = and(
    conditionOf(wanted),
    chosen === '' ? undefined : inArray(enquiries.id, chosen.split(',')),
  );
  return inPieces<Row>(PIECE, async (last) => {
    const after =
      last &&
      or(
        sql`${enquiries.createdAt} < ${last.createdAt.toISOString()}`,
        and(eq(enquiries.createdAt, last.createdAt), sql`${enquiries.id} > ${last.id}`),
      );
    return db.orm
      .select()
      .from(enquiries)
      .where(and(matching, after))
      .orderBy(...newestFirst)
      .limit(PIECE);
  });
}

function conditionOf({ kind, state, search }: EnquiryFilter): SQL | undefined {
  return and(
    kind === '' ? undefined : eq(enquiries.kind, kind),
    state === '' ? undefined : eq(enquiries.state, state),
    search === '' ? undefined : containing(search),
  );
}

/** Finds a phone number however the search spaces it, because stored numbers have neither spaces nor dashes. */
function containing(search: string): SQL | undefined {
  const { name, email, phone, message } = enquiries;
  const text = sql`(${name} || E'\n' || ${email} || E'\n' || ${phone} || E'\n' || ${message})`;
  const digits = search.replace(/[\s().-]/g, '');
  return or(
    sql`${text} ilike ${likeWords(search)}`,
    /^\+?\d{4,}$/.test(digits) ? sql`${phone} like ${likeWords(digits)}` : undefined,
  );
}

function toEnquiry({ id, createdAt, ...row }: Row): Enquiry {
  return { _id: id, createdAt: createdAt.toISOString(), ...row };
}

// Changes an enquiry's state and note. Never overwrites what somebody else changed meanwhile.

/** @throws Problem not-found, changed-meanwhile */
export async function changeEnquiry(
  deps: Deps,
  actor: string,
  id: string,
  { state, note, version }: EnquiryChange,
): Promise<Enquiry> {
  return deps.db.transaction(async (tx) => {
    const [standing] = await tx.select().from(enquiries).where(eq(enquiries.id, id)).for('update');
    if (!standing) throw new Problem('not-found');
    if (standing.version !== version) throw new Problem('changed-meanwhile');
    if (standing.state === state && standing.note === note) return toEnquiry(standing);
    const [changed] = await tx
      .update(enquiries)
      .set({ state, note, version: version + 1 })
      .where(eq(enquiries.id, id))
      .returning();
    if (!changed) throw new Error(`Enquiry ${id} was not written`);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'enquiry.changed',
      subject: id,
      detail: { kind: standing.kind, from: standing.state, to: state, note },
    });
    return toEnquiry(changed);
  });
}

// The enquiries as a workbook, in the order and with the words of the screen.

export function exportEnquiries(
  db: Database,
  wanted: EnquiryFilter & { chosen: string },
): Workbook {
  return listWorkbook('Enquiries', columns, readEnquiries(db, wanted));
}

const columns: ListColumns<Row> = [
  [text('Received (IST)', 20), ({ createdAt }) => indiaTime(createdAt.toISOString())],
  [text('Kind', 12), ({ kind }) => enquiryKindNames[kind]],
  [text('Name', 28), ({ name }) => name],
  [text('Email', 30), ({ email }) => email],
  [text('Phone', 16), ({ phone }) => phone],
  [text('Message', 60), ({ message }) => message],
  [text('Status', 10), ({ state }) => enquiryStateNames[state]],
  [text('Note', 40), ({ note }) => note],
];
