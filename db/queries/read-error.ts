// The cause of a database error, which drizzle wraps in an error of its own.
import { DrizzleQueryError } from 'drizzle-orm';
import * as z from 'zod/mini';

const driverErrorSchema = z.object({
  code: z.string().check(z.regex(/^[0-9A-Z]{5}$/)), // SQLSTATE
  constraint: z.optional(z.string()),
  table: z.optional(z.string()),
  routine: z.optional(z.string()),
});

export type DatabaseError = {
  code: string;
  constraint: string | null;
  table: string | null;
  routine: string | null;
};

/** @returns null if the error doesn't come from the database. Contains no value of any row or parameter. */
export function readDatabaseError(error: unknown): DatabaseError | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const parsed = driverErrorSchema.safeParse(cause);
  if (!parsed.success) return null;
  const { code, constraint, table, routine } = parsed.data;
  return {
    code,
    constraint: constraint ?? null,
    table: table ?? null,
    routine: routine ?? null,
  };
}

/** For a query that didn't get through, drizzle's message repeats the parameters; the driver's doesn't. */
export function messageWithoutParameters(error: Error): string {
  return error instanceof DrizzleQueryError && error.cause ? error.cause.message : error.message;
}

/** The operating system's codes; none contains a value of a row. */
const connectionErrorSchema = z.object({
  code: z.enum([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ]),
});

const SILENCE = 'Query read timeout';

/** The driver's messages, for which it has no codes. */
const driverGoneSchema = z.object({
  message: z.enum([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    SILENCE,
  ]),
});

/** A standby's reply to a write: another machine takes writes now, or soon will. */
const READ_ONLY = '25006';

/** Cancelled by the statement timeout or by an operator. */
const TOO_SLOW = '57014';

/** In conflict with another transaction, which may have gone before: serialization failure, deadlock. */
const IN_CONFLICT = ['40001', '40P01'];

/** The statement needs more memory than it may take. */
const OUT_OF_MEMORY = '53200';

/**
 * Shut down, crashed, starting, not the primary; too slow or in conflict; class 53: no room on the disk, in memory, for
 * another connection; and the class of broken connections.
 */
const NOT_SERVING = new RegExp(
  `^(?:57P0[1-5]|${TOO_SLOW}|${READ_ONLY}|${IN_CONFLICT.join('|')}|53\\d{3}|08\\d{3})$`,
);

/** Whether the database can't be reached just now; nothing was wrong with the request. */
export function isDatabaseGone(error: unknown): boolean {
  const read = readDatabaseError(error);
  if (read) return NOT_SERVING.test(read.code);
  return [error, error instanceof Error ? error.cause : null].some(
    (said) =>
      connectionErrorSchema.safeParse(said).success || driverGoneSchema.safeParse(said).success,
  );
}

/** Whether a statement failed by its own size, time or conflict: it has done nothing, and can be retried in parts. */
export function canGoInParts(error: unknown): boolean {
  const code = readDatabaseError(error)?.code ?? '';
  return [TOO_SLOW, OUT_OF_MEMORY, ...IN_CONFLICT].includes(code);
}

/** Whether a connection is useless now: nothing came back on it, or it leads to a standby. */
export function isConnectionUseless(error: unknown): boolean {
  const said = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (said instanceof Error && said.message === SILENCE) return true;
  return readDatabaseError(error)?.code === READ_ONLY;
}

/** Thrown for a new connection that leads to a standby. */
export class IsStandby extends Error {
  override readonly name = 'IsStandby';
  readonly code = READ_ONLY;
}

/** Whether somebody else held a table or row for longer than the caller would wait. */
export function waitedForLock(error: unknown): boolean {
  return readDatabaseError(error)?.code === '55P03';
}

const UNIQUE_VIOLATION = '23505';

/** @returns the unique constraint that refused a row, or null for another error */
export function violatedConstraint(error: unknown): string | null {
  const read = readDatabaseError(error);
  return read?.code === UNIQUE_VIOLATION ? read.constraint : null;
}

/** Text with a NUL or half a surrogate pair, which no Postgres text or JSON can hold. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** What Postgres reports for JSON with half a surrogate pair, by code and routine. */
const INVALID_TEXT = '22P02';

export function isUnstorableText(error: unknown): boolean {
  const read = readDatabaseError(error);
  if (!read) return false;
  return (
    UNSTORABLE.has(read.code) ||
    (read.code === INVALID_TEXT && (read.routine?.startsWith('json_') ?? false))
  );
}
