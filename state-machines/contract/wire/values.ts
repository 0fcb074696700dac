// The small values of the wire, each with its unit and bounds.
import * as z from 'zod/mini';

/**
 * Text from outside that is examined further. Its length is checked first, so no pattern or transformation sees a
 * longer one. Every text of a request begins like this.
 * @param problem in words; the usual ones if left out
 */
export const bounded = (longest: number, kind?: string, problem?: string) =>
  z.string(kind).check(z.maxLength(longest, { abort: true, error: problem }));

/** An opaque id made by the server, or by a device for itself. */
export const idSchema = bounded(40).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/));

/** EXAM-<uid>-<timestamp> or COURSE-<applicationId>-<timestamp>: longer than its parts. */
export const orderIdSchema = bounded(80).check(z.minLength(1), z.regex(/^[A-Za-z0-9_-]+$/));

/** An id that a device makes for what it sends: random, and long enough to be unique. */
export const madeIdSchema = bounded(40).check(z.regex(/^[A-Za-z0-9]{16,40}$/));

/** A candidate's number: 7 characters, typed without regard to case; `SuperAdmin` is the administrator. */
export const uidSchema = bounded(100).check(z.trim(), z.minLength(1), z.maxLength(40));

/** ISO 8601 in UTC with milliseconds. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Whole milliseconds, never negative. */
export const millisecondsSchema = z.int().check(z.nonnegative());

/** Marks or a score: at most two decimals, may be negative. */
export const marksSchema = z.number();

/** A count of changes, as a reader sends it back; the database must be able to hold the next one, too. */
export const versionSchema = z.int().check(z.nonnegative(), z.maximum(2_147_483_646));

/** What an exam takes: choices, choices and pages, or pages alone. */
export const examFormats = ['MCQ', 'MIX', 'DOC Upload'] as const;

export const optionNames = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
export type OptionName = (typeof optionNames)[number];
export const optionNameSchema = z.enum(optionNames);

/** 0: late work never counts automatically. */
export const lateMinutesSchema = z
  .int('Please type whole minutes.')
  .check(z.minimum(0, 'At least 0.'), z.maximum(1_440, 'At most 1440 (one day).'));
