/**
 * The log: JSON lines. About people it contains only uids and, in security entries (security-log.ts), network addresses.
 * A request is logged by its route, never with its path, body or headers. A database error is logged without its
 * message, because that repeats the row.
 */
import { type Logger, type LoggerOptions, pino } from 'pino';
import { messageWithoutParameters, readDatabaseError } from '#db/queries/read-error.ts';

export const logOptions: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describeError },
  redact: {
    paths: [
      'password',
      'token',
      'otp',
      'email',
      'mobile',
      '*.password',
      '*.token',
      '*.otp',
      '*.email',
      '*.mobile',
    ],
    remove: true,
  },
};

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'something that is no Error was thrown' };
  const places = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const database = readDatabaseError(error);
  const message = messageWithoutParameters(error);
  return { type: error.name, ...(database ? { database } : { message }), places };
}

export function createLog(level: string): Logger {
  return pino({ ...logOptions, level });
}
