// The administrator's lists and workbooks: each is a declaration and what finds its rows.
import type * as z from 'zod/mini';
import { type Call, type Declaration, type Endpoint, endpoint } from './endpoint.ts';
import { type Workbook, workbookReply } from './workbook-reply.ts';

type Schema = z.ZodMiniType;
type Optional = Schema | undefined;
type Declared<P, Q, R> = Omit<Declaration<'admin', P, Q, undefined, R>, 'method' | 'who'>;

/** One page of a list; how many rows there are in all is told in X-Total-Count. */
export function listEndpoint<
  R extends Schema,
  P extends Optional = undefined,
  Q extends Optional = undefined,
>(
  declaration: Declared<P, Q, R>,
  find: (call: Call<'admin', P, Q, undefined>) => Promise<{ rows: z.input<R>; total: number }>,
): Endpoint {
  return endpoint({ ...declaration, method: 'get', who: 'admin' }, async (call) => {
    const { rows, total } = await find(call);
    call.header('x-total-count', String(total));
    return rows;
  });
}

/** All that is found as a workbook, written while it is sent. */
export function workbookEndpoint<P extends Optional = undefined, Q extends Optional = undefined>(
  declaration: Omit<Declared<P, Q, Schema>, 'reply'>,
  fill: (call: Call<'admin', P, Q, undefined>) => Workbook | Promise<Workbook>,
): Endpoint {
  const reply = { describe: 'An Excel workbook (.xlsx).' };
  return endpoint({ ...declaration, reply, method: 'get', who: 'admin' }, async (call) =>
    workbookReply(call.deps, await fill(call)),
  );
}
