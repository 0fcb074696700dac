// What a person registers with and may correct later, and the requests for a forgotten UID or password. A file of its
// own, because a phone in an exam doesn't need it.
import * as z from 'zod/mini';
import {
  emailSchema,
  lineSchema,
  mobileSchema,
  passwordSchema,
  textSchema,
  toPlainText,
} from '../wire/typed.ts';
import { signInNameSchema } from '../wire/users.ts';
import { bounded, idSchema } from '../wire/values.ts';

export const resetPasswordRequestSchema = z.object({ uid: signInNameSchema });
export const sendUidRequestSchema = z.object({ mobile: mobileSchema });
export const changePasswordRequestSchema = z.object({
  password: bounded(200),
  newPassword: passwordSchema,
});

export const educationLevels = ['ssc', 'inter', 'grad', 'btech', 'pg', 'other'] as const;
export type EducationLevel = (typeof educationLevels)[number];
export const educationParts = ['Stream', 'Year', 'Marks'] as const;
export type EducationKey = `${EducationLevel}${(typeof educationParts)[number]}`;
export const educationKeys: EducationKey[] = educationLevels.flatMap((level) =>
  educationParts.map((part): EducationKey => `${level}${part}`),
);

const line = (longest: number) =>
  bounded(2 * longest + 100).check(z.overwrite(toPlainText), z.trim(), z.maxLength(longest));
/** The first year of passing that the form offers; the last is the current one. */
const FIRST_PASSING_YEAR = 1990;

/** Years of passing, newest first. @param thisYear the current or the last completed year */
export function passingYears(thisYear: number): string[] {
  const count = Math.max(0, thisYear - FIRST_PASSING_YEAR + 1);
  return Array.from({ length: count }, (_, index) => String(thisYear - index));
}

/** A year or marks may come as a number. */
const orNumber = <S extends z.ZodMiniType<unknown, string>>(text: S) =>
  z.optional(
    z.pipe(
      z.pipe(z.union([z.number().check(z.maximum(1_000_000)), bounded(400)]), z.transform(String)),
      text,
    ),
  );

const passingYear = orNumber(
  z.string().check(
    z.trim(),
    z.refine(
      (year) => year === '' || (/^\d{4}$/.test(year) && Number(year) >= FIRST_PASSING_YEAR),
      'Please choose a year from 1990 onwards.',
    ),
  ),
);
const marks = orNumber(line(120));
const shapeOf = { Stream: z.optional(line(120)), Year: passingYear, Marks: marks };
const educationShape = Object.fromEntries(
  educationLevels.flatMap((level) =>
    educationParts.map((part) => [`${level}${part}`, shapeOf[part]]),
  ),
) as Record<EducationKey, typeof marks>;

const levelSchema = z.optional(z.object({ stream: shapeOf.Stream, year: passingYear, marks }));
const levelsShape = Object.fromEntries(
  educationLevels.map((level) => [level, levelSchema]),
) as Record<EducationLevel, typeof levelSchema>;

export const states = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli',
  'Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
] as const;

/**
 * What a candidate enters at registration and may correct later. Education rows are flat on the wire (`sscYear`,
 * `gradMarks` …), like the participants' columns. Rows by level (`ssc: { stream, year, marks }`) are
 * accepted too.
 */
export const detailsShape = {
  email: emailSchema,
  mobile: mobileSchema,
  address: textSchema(500),
  city: lineSchema(120),
  state: z.enum(states, 'Please choose your state.'),
  workExp: z.optional(line(2_000)),
  ...educationShape,
  ...levelsShape,
};

/** YYYY-MM-DD. */
export const dateOfBirthSchema = bounded(
  40,
  'Please choose your date of birth.',
  'Please choose your date of birth.',
).check(
  z.iso.date({ error: 'Please choose your date of birth.', abort: true }),
  z.regex(/^(19|20)/, 'Please choose your date of birth.'),
);

export const signUpRequestSchema = z.object({
  ...detailsShape,
  // Only the office can correct the name, and the proctor compares it with an ID card.
  fullName: lineSchema(120).check(z.regex(/\p{L}/u, 'Please type your name as on your ID card.')),
  password: passwordSchema,
  dateOfBirth: dateOfBirthSchema,
  postAppliedFor: idSchema,
});
export type SignUpRequest = z.infer<typeof signUpRequestSchema>;
