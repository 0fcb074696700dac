// The administrator's lists and workbooks: each is a declaration and what finds its rows.
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

/** One page of a list; how many rows there are in all is told in X-Total-Count. */
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

/** All that is found as a workbook, written while it is sent. */
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

// What the lists take in their queries: words to search for, which order, which page. A wrong one is refused.

const wholeUpTo = (most: number) => z.coerce.number().check(z.int(), z.positive(), z.maximum(most));

/** From 1. */
export const pageNumber = wholeUpTo(1_000_000);

/** @param most rows that one answer may carry */
export const pageSizeUpTo = wholeUpTo;

/** Trimmed; empty when they are missing, which finds everything. */
export const searchText = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

/** Ids of chosen rows, as many as a page has, with commas between; empty when they are missing, which leaves nothing out. */
export const chosenIds = z._default(
  z
    .string()
    .check(z.maxLength(8_100), z.regex(/^(?:[A-Za-z0-9_-]{1,80}(?:,[A-Za-z0-9_-]{1,80}){0,99})?$/)),
  '',
);

/** `page` and `pageSize` of a paged list. @param usual rows without a `pageSize` @param most rows at all */
export const paging = (usual: number, most: number) => ({
  page: z._default(pageNumber, 1),
  pageSize: z._default(pageSizeUpTo(most), usual),
});

/** `sort` and `order` of a list. @param keys what it can be sorted by; without one it stands in its own order */
export const sorting = <const Keys extends readonly string[]>(keys: Keys) => ({
  sort: z.optional(z.enum(keys)),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});

/**
 * What a list takes, and what its workbook takes: the same words and filters, so that it has the rows of the screen.
 * @param filters besides the words @param sorts keys of the list
 */
export const listQueries = <F extends z.core.$ZodLooseShape, const Keys extends readonly string[]>(
  filters: F,
  sorts: Keys,
  page: ReturnType<typeof paging>,
) => ({
  list: z.object({ search: searchText, ...filters, ...sorting(sorts), ...page }),
  workbook: z.object({ search: searchText, ...filters, chosen: chosenIds }),
});

/** The first rows of each sheet are read before anything is answered: where that fails, others can still be asked for them. */
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
