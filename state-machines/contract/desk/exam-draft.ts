// An exam as the administrator writes it, and the list of names that they choose one from.
import * as z from 'zod/mini';
import { anotherDeviceWays, examStarts, examStatuses, sectionSchema } from '../wire/exams.ts';
import { lineSchema } from '../wire/typed.ts';
import {
  bounded,
  examFormats,
  idSchema,
  instantSchema,
  lateMinutesSchema,
  madeIdSchema,
  versionSchema,
} from '../wire/values.ts';

export const SECTION_ROWS = 10;

/** GET exams/names. */
export const examNameListSchema = z.array(
  z.object({
    _id: idSchema,
    name: z.string(),
    startDate: instantSchema,
    format: z.enum(examFormats),
    archived: z.optional(z.boolean()),
  }),
);
export type ExamName = z.infer<typeof examNameListSchema>[number];

/** The longest sitting a timer supports: a day. */
const LONGEST_MINUTES = 24 * 60;
const rupees = z.number('Please enter an amount in rupees.').check(
  z.minimum(0, 'The price can’t be below zero.'),
  z.maximum(10_000_000, 'At most ₹1,00,00,000.'),
  z.refine(
    (amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6,
    'At most two decimal places.',
  ),
);

/** The `data` part of POST and PUT exams. */
export const examDraftSchema = z.object({
  name: lineSchema(200),
  price: z.pipe(
    z.pipe(z.union([z.number(), bounded(40).check(z.minLength(1))]), z.transform(Number)),
    rupees,
  ),
  description: z._default(bounded(50_000, undefined, 'At most 50,000 characters.'), ''),
  duration: z.pipe(
    z.pipe(z.union([z.number(), bounded(40).check(z.minLength(1))]), z.transform(Number)),
    z
      .int('Please type whole minutes.')
      .check(
        z.minimum(1, 'At least one minute.'),
        z.maximum(LONGEST_MINUTES, 'At most 1440 minutes (one day).'),
      ),
  ),
  startDate: z
    .union(
      [instantSchema, bounded(40).check(z.iso.datetime({ local: true }))],
      'Please choose a date and time.',
    )
    .check(z.regex(/^20/, 'Please choose a date in this century.')),
  format: z.enum(examFormats),
  status: z._default(z.enum(examStatuses), 'Inactive'),
  /** Left out: `own` for a new exam, unchanged otherwise. */
  start: z.optional(z.enum(examStarts)),
  /** Left out: `self` for a new exam, unchanged otherwise. */
  anotherDevice: z.optional(z.enum(anotherDeviceWays)),
  fields: z._default(
    z
      .array(
        z.object({
          fieldType: z._default(sectionSchema.shape.fieldType, ''),
          fieldCount: z._default(
            z.pipe(
              z.pipe(z.union([z.number(), bounded(40)]), z.transform(Number)),
              sectionSchema.shape.fieldCount,
            ),
            0,
          ),
        }),
      )
      .check(z.maxLength(SECTION_ROWS)),
    [],
  ),
  /** Empty or left out: as in Settings. */
  lateMinutes: z._default(
    z.union([
      z.null(),
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
      z.pipe(z.pipe(z.union([z.number(), z.string()]), z.transform(Number)), lateMinutesSchema),
    ]),
    null,
  ),
  version: z.optional(versionSchema),
  /** Of a new exam, made by the screen, so that a request sent twice creates one exam; left out, the server makes it. */
  id: z.optional(madeIdSchema),
  /** For a new exam without its own picture: the exam whose picture is copied. */
  imageOf: z.optional(idSchema),
});
export type ExamDraft = z.infer<typeof examDraftSchema>;
