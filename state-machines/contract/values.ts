// The small values that the wire is made of, each with its unit and bounds.
import * as z from 'zod/mini';

/** An opaque id given by the server, or by a device for itself. */
export const idSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/^[A-Za-z0-9_-]+$/));

/** An id that a device makes for what it sends: random, and long enough that nobody else has it. */
export const madeIdSchema = z.string().check(z.regex(/^[A-Za-z0-9]{16,40}$/));

/** A candidate's number: 7 characters, typed without regard to case; `SuperAdmin` is the administrator. */
export const uidSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** ISO 8601 in UTC with milliseconds. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Whole milliseconds, never negative. */
export const millisecondsSchema = z.int().check(z.nonnegative());

/** A line of text a person typed: trimmed, never empty. */
export const lineSchema = (longest: number) =>
  z
    .string('Please fill this in.')
    .check(
      z.trim(),
      z.minLength(1, 'Please fill this in.'),
      z.maxLength(longest, `At most ${longest} characters.`),
    );

/** Marks or a score: at most two decimals, may be negative. */
export const marksSchema = z.number();

export const emailSchema = z
  .string('Please fill this in.')
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please type an e-mail address like name@example.com.'),
  );

/** Indian mobile number: ten digits, with or without +91, 0, spaces or dashes before it is normalised. */
export const mobileSchema = z.pipe(
  z.pipe(
    z.string('Please fill this in.'),
    z.transform((typed: string) =>
      typed.replace(/[\s()-]/g, '').replace(/^(\+91|91(?=\d{10}$)|0(?=\d{10}$))/, ''),
    ),
  ),
  z.string().check(z.regex(/^[6-9]\d{9}$/, 'Please type a ten-digit Indian mobile number.')),
);

/** Any telephone number, a company's landline or one abroad: 7 to 15 digits, stored without spaces and dashes. */
export const phoneSchema = z.pipe(
  z.pipe(
    z.string('Please fill this in.'),
    z.transform((typed: string) => typed.replace(/[\s().-]/g, '')),
  ),
  z.string().check(z.regex(/^\+?\d{7,15}$/, 'Please type a telephone number.')),
);

export const passwordSchema = z
  .string('Please choose a password.')
  .check(z.minLength(8, 'At least 8 characters.'), z.maxLength(200, 'At most 200 characters.'));

export const optionNames = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;
export type OptionName = (typeof optionNames)[number];
export const optionNameSchema = z.enum(optionNames);
