// The small values of the wire, each with its unit and bounds.
import * as z from 'zod/mini';

/**
 * Text from outside. Its length is checked first, so no pattern or transformation sees a longer text. Begin the schema
 * of every text in a request with it.
 * @param kind what to say if it isn't a text; zod's own words if left out
 * @param problem what to say if it is too long; zod's own words if left out
 */
export const bounded = (longest: number, kind?: string, problem?: string) =>
  z.string(kind).check(z.maxLength(longest, { abort: true, error: problem }));

/** An opaque id made by the server, or by a device for itself. */
export const idSchema = bounded(40).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/));

/** EXAM-<uid>-<timestamp> or COURSE-<applicationId>-<timestamp>, so longer than other ids. */
export const orderIdSchema = bounded(80).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/));

/** An id that a device makes for what it sends: random, and long enough to be unique. */
export const madeIdSchema = bounded(40).check(z.regex(/^[A-Za-z0-9]{16,40}$/));

/** A candidate's number: 7 characters, typed in upper or lower case; `SuperAdmin` is the administrator. */
export const uidSchema = bounded(100).check(z.trim(), z.minLength(1), z.maxLength(40));

/** ISO 8601. We write it in UTC with milliseconds, and read any offset and precision. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Whole milliseconds, never negative. */
export const millisecondsSchema = z.int().check(z.nonnegative());

/** Marks or a score: at most two decimals, may be negative. */
export const marksSchema = z.number();

/**
 * A row's version, counted in changes, as a client sends it back. The database must be able to hold the next one, too.
 */
export const versionSchema = z.int().check(z.nonnegative(), z.maximum(2_147_483_646));

/** What candidates give in an exam: chosen options, chosen options and document pages, or document pages alone. */
export const examFormats = ['MCQ', 'MIX', 'DOC Upload'] as const;

export const optionNames = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
export type OptionName = (typeof optionNames)[number];
export const optionNameSchema = z.enum(optionNames);

/** Whole minutes; 0: late work never counts automatically. */
export const lateMinutesSchema = z
  .int('Please type whole minutes.')
  .check(z.minimum(0, 'At least 0.'), z.maximum(1_440, 'At most 1440 (one day).'));
