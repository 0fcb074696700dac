/**
 * The log: JSON lines. Of people only uids and, for security's sake (security-log.ts), network addresses. Requests
 * are logged by their route, never by their path, body or headers; of a database error only what it is about, since
 * its message repeats the row.
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
