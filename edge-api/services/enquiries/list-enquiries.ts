// Enquiries as the office reads them, newest first or sorted: a page at a time, one alone, or all for a file.

import { and, asc, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import type { Enquiry, EnquiryKind, EnquiryState } from '#contract/site/enquiries.ts';
import type { Database } from '#db/client.ts';
import { likeWords } from '#db/queries/page-window.ts';
import { byText, type Sort, sortedBy } from '#db/queries/sorted-by.ts';
import { enquiries } from '#db/schema/records.ts';
import { Problem } from '../../problem.ts';

/** What is left out, or empty, matches everything. */
export type EnquiryFilter = {
  kind?: EnquiryKind | undefined;
  state?: EnquiryState | undefined;
  search: string;
};

type Row = typeof enquiries.$inferSelect;

/** SQL of what the list is sorted by. */
const enquirySorts: Record<SortKey<'enquiries'>, string> = {
  from: byText("coalesce(nullif(enquiries.name, ''), enquiries.email)"),
  kind: 'enquiries.kind',
  email: byText('enquiries.email'),
  received: 'enquiries.created_at',
  state: 'enquiries.state',
};

const newestFirst = [desc(enquiries.createdAt), asc(enquiries.id)];

/** @param wanted the first page is 1 */
export async function listEnquiries(
  db: Database,
  wanted: EnquiryFilter & { page: number; pageSize: number } & Sort<SortKey<'enquiries'>>,
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

/** All that match, a piece at a time, so that no number of them fills the memory. */
export async function* readAllEnquiries(
  db: Database,
  wanted: EnquiryFilter,
): AsyncGenerator<Enquiry[]> {
  const matching = conditionOf(wanted);
  let last: Row | undefined;
  do {
    const after =
      last &&
      or(
        sql`${enquiries.createdAt} < ${last.createdAt.toISOString()}`,
        and(eq(enquiries.createdAt, last.createdAt), sql`${enquiries.id} > ${last.id}`),
      );
    const rows = await db.orm
      .select()
      .from(enquiries)
      .where(and(matching, after))
      .orderBy(...newestFirst)
      .limit(PIECE);
    yield rows.map(toEnquiry);
    last = rows.length === PIECE ? rows.at(-1) : undefined;
  } while (last);
}

function conditionOf({ kind, state, search }: EnquiryFilter): SQL | undefined {
  return and(
    kind && eq(enquiries.kind, kind),
    state && eq(enquiries.state, state),
    search === '' ? undefined : containing(search),
  );
}

/** A number is found however it is spaced: stored ones have neither spaces nor dashes. */
function containing(search: string): SQL | undefined {
  const { name, email, phone, message } = enquiries;
  const text = sql`(${name} || E'\n' || ${email} || E'\n' || ${phone} || E'\n' || ${message})`;
  const digits = search.replace(/[\s().-]/g, '');
  return or(
    sql`${text} ilike ${likeWords(search)}`,
    /^\+?\d{4,}$/.test(digits) ? sql`${phone} like ${likeWords(digits)}` : undefined,
  );
}

export function toEnquiry({ id, createdAt, ...row }: Row): Enquiry {
  return { _id: id, createdAt: createdAt.toISOString(), ...row };
}
