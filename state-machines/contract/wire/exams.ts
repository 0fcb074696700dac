// Exams on the wire.
import * as z from 'zod/mini';
import {
  bounded,
  examFormats,
  idSchema,
  instantSchema,
  lateMinutesSchema,
  lineSchema,
  versionSchema,
} from './values.ts';

export type ExamFormat = (typeof examFormats)[number];
export const examStatuses = ['Active', 'Inactive'] as const;

/** Whose clock: from each candidate's own start, or from the exam's start for everyone. */
export const examStarts = ['own', 'together'] as const;
export type ExamStart = (typeof examStarts)[number];

/** Who lets a candidate continue on another phone: they themselves, or a proctor. */
export const anotherDeviceWays = ['self', 'approval'] as const;

/** A section: questions of one type, and how many. An exam always has exactly ten rows. */
export const sectionSchema = z.object({
  fieldType: bounded(400).check(z.trim(), z.maxLength(120)),
  fieldCount: z.int().check(z.nonnegative(), z.maximum(1_000)),
});
export type Section = z.infer<typeof sectionSchema>;
export const SECTION_ROWS = 10;

export const examSchema = z.object({
  _id: idSchema,
  name: z.string(),
  price: z.number(), // rupees including GST, at most two decimals
  description: z.string(),
  startDate: instantSchema,
  duration: z.int(), // minutes
  format: z.enum(examFormats),
  status: z.enum(examStatuses),
  start: z.enum(examStarts),
  /** Only for the administrator: minutes after the end in which measured late work counts; null as in Settings. */
  lateMinutes: z.optional(z.nullable(z.int())),
  /** Only for the administrator. */
  anotherDevice: z.optional(z.enum(anotherDeviceWays)),
  imageUrl: z.nullable(z.string()),
  resultPdf: z.optional(z.string()),
  /** Only for the administrator. */
  fields: z.optional(z.array(sectionSchema)),
  /** Only for the administrator: send it back with PUT to be told when someone else changed the exam. */
  version: z.optional(z.int()),
  /**
   * Only for the administrator, in lists and by id: somebody has sat it, so its sections, format and time are fixed.
   */
  sat: z.optional(z.boolean()),
  /** Only for the administrator: archived. */
  archived: z.optional(z.boolean()),
});
export type Exam = z.infer<typeof examSchema>;
export const examListSchema = z.array(examSchema);

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
const rupees = z.number('Please type an amount in rupees.').check(
  z.minimum(0, 'The price can’t be below zero.'),
  z.maximum(10_000_000, 'At most ₹1,00,00,000.'),
  z.refine(
    (amount) => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-6,
    'At most two decimals.',
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
        z.maximum(LONGEST_MINUTES, 'At most 1440 minutes, a day.'),
      ),
  ),
  startDate: z
    .union(
      [instantSchema, bounded(40).check(z.iso.datetime({ local: true }))],
      'Please choose a date and time.',
    )
    .check(z.regex(/^20/, 'Please choose a date of this century.')),
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
  /** For a new exam without its own picture: the exam whose picture is copied. */
  imageOf: z.optional(idSchema),
});
export type ExamDraft = z.infer<typeof examDraftSchema>;
