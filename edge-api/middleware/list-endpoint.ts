// The administrator's lists and workbooks. Each is a declaration and a function that finds its rows.
import * as z from 'zod/mini';
import {
  streamWorkbook,
  type Workbook,
  type WorkbookRows,
} from '#api/services/workbook/stream-workbook.ts';
import { type Call, type Declaration, type Endpoint, endpoint, type Route } from './endpoint.ts';
import { download } from './reply.ts';

type Schema = z.ZodMiniType;
type Optional = Schema | undefined;
type Declared<P, Q, R> = Omit<Declaration<'admin', P, Q, undefined, R>, 'who'> & {
  route: Route<'get'>;
};

/** Answers with one page of a list. The X-Total-Count header holds the number of rows on all pages. */
export function listEndpoint<
  R extends Schema,
  P extends Optional = undefined,
  Q extends Optional = undefined,
>(
  declaration: Declared<P, Q, R>,
  find: (call: Call<'admin', P, Q, undefined>) => Promise<{ rows: z.input<R>; total: number }>,
): Endpoint {
  return endpoint({ ...declaration, who: 'admin' }, async (call) => {
    const { rows, total } = await find(call);
    call.header('x-total-count', String(total));
    return rows;
  });
}

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Answers with all rows found, as a workbook that is written while it is sent. */
export function workbookEndpoint<P extends Optional = undefined, Q extends Optional = undefined>(
  declaration: Omit<Declared<P, Q, Schema>, 'reply'>,
  fill: (call: Call<'admin', P, Q, undefined>) => Workbook | Promise<Workbook>,
): Endpoint {
  const reply = { describe: 'An Excel workbook (.xlsx).' };
  return endpoint({ ...declaration, reply, who: 'admin' }, async (call) => {
    const { fileName, sheet, rows, more } = await begun(await fill(call));
    return download(call.deps, fileName, EXCEL, streamWorkbook(sheet, rows, more));
  });
}

// The query parameters that lists share: words to search for, the order, the page. A wrong value is refused.

const wholeUpTo = (most: number) => z.coerce.number().check(z.int(), z.positive(), z.maximum(most));

/** Pages count from 1. */
export const pageNumber = wholeUpTo(1_000_000);

/** @param most rows in one reply */
export const pageSizeUpTo = wholeUpTo;

/** The words to search for, trimmed. Empty if missing; empty words find everything. */
export const searchText = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

/** Comma-separated ids of the chosen rows, at most 100. Empty if missing, which means all rows. */
export const chosenIds = z._default(
  z
    .string()
    .check(z.maxLength(8_100), z.regex(/^(?:[A-Za-z0-9_-]{1,80}(?:,[A-Za-z0-9_-]{1,80}){0,99})?$/)),
  '',
);

/** `page` and `pageSize` of a paged list. @param usual rows per page without `pageSize` @param most rows per page */
export const paging = (usual: number, most: number) => ({
  page: z._default(pageNumber, 1),
  pageSize: z._default(pageSizeUpTo(most), usual),
});

/** `sort` and `order` of a list. @param keys the possible values of `sort`; without `sort`, the list has its own order */
export const sorting = <const Keys extends readonly string[]>(keys: Keys) => ({
  sort: z.optional(z.enum(keys)),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});

/**
 * The queries of a list and of its workbook. Both take the same words and filters, so that the workbook has the rows that
 * the screen shows.
 * @param filters parameters besides the words @param sorts the keys that the list can be sorted by
 */
export const listQueries = <F extends z.core.$ZodLooseShape, const Keys extends readonly string[]>(
  filters: F,
  sorts: Keys,
  page: ReturnType<typeof paging>,
) => ({
  list: z.object({ search: searchText, ...filters, ...sorting(sorts), ...page }),
  workbook: z.object({ search: searchText, ...filters, chosen: chosenIds }),
});

/** Reads the first rows of each sheet before the reply begins: if the standby fails then, the primary can still be asked. */
async function begun(workbook: Workbook): Promise<Workbook> {
  const { more = [] } = workbook;
  const [rows, others] = await Promise.all([
    withFirst(workbook.rows),
    Promise.all(more.map(async (each) => ({ ...each, rows: await withFirst(each.rows) }))),
  ]);
  return { ...workbook, rows, more: others };
}

async function withFirst(rows: WorkbookRows): Promise<WorkbookRows> {
  const pieces = rows[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    try {
      for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
    } finally {
      await pieces.return?.();
    }
  })();
}
