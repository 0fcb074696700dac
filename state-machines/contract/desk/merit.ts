// The merit list of an exam: its rules, the result, and what is published (decision 50).
import * as z from 'zod/mini';
import { bounded, idSchema, instantSchema, versionSchema } from '../wire/values.ts';
import { officeReasonSchema } from './participants.ts';

/** Each tie-break decides only between candidates whom all earlier ones leave equal. */
export const tieBreakSchema = z.discriminatedUnion('by', [
  /** The higher score in this section first. */
  z.object({ by: z.literal('section'), section: bounded(200) }),
  /** Fewer wrong answers first. */
  z.object({ by: z.literal('wrong') }),
  /** The earlier date of birth first. */
  z.object({ by: z.literal('birth') }),
]);
export type TieBreak = z.infer<typeof tieBreakSchema>;

/** No board has more categories; a column with more is the wrong column. */
export const MOST_CATEGORIES = 50;

/** In the list's unit: marks, or percentiles when several shifts form one exam. */
const leastSchema = z.number().check(z.minimum(-1_000_000), z.maximum(1_000_000));
const categoryNameSchema = bounded(100).check(
  z.trim(),
  z.minLength(1),
  z.maxLength(40, 'At most 40 characters.'),
);

export const meritRulesSchema = z.object({
  /** Further exams that are shifts of this one: each candidate is ranked within their own. */
  shifts: z.array(idSchema).check(z.maxLength(50)),
  tieBreaks: z.array(tieBreakSchema).check(z.maxLength(14)),
  cutoffs: z.object({
    /** For everyone whose category has no cut-off of its own; null: none. */
    total: z.nullable(leastSchema),
    sections: z
      .array(z.object({ section: bounded(200), least: leastSchema }))
      .check(z.maxLength(12)),
    categories: z
      .array(z.object({ category: categoryNameSchema, least: leastSchema }))
      .check(z.maxLength(MOST_CATEGORIES)),
  }),
});
export type MeritRules = z.infer<typeof meritRulesSchema>;

/** Why the list isn't final yet; a person may publish it anyway, with the reason. */
export const openQuestionsSchema = z.object({
  underWay: z.int(),
  documentsUnmarked: z.int(),
  /** Closed by the server without a submission so far. */
  provisional: z.int(),
  heldActs: z.int(),
  lateWork: z.int(),
  rescores: z.int(),
});

const editionSchema = z.object({
  id: z.string(),
  madeAt: instantSchema,
  people: z.int(),
  qualified: z.int(),
  /** Rules, categories or scores have changed since. */
  outdated: z.boolean(),
  /** People who sat several shifts, listed once by their best. */
  twice: z.int(),
});

/** GET exams/{id}/merit, and the reply to each change of it. */
export const meritListSchema = z.object({
  examId: z.string(),
  examName: z.string(),
  /** In the exam's order; the hand-marked documents last. */
  sections: z.array(z.string()),
  rules: meritRulesSchema,
  /** Sent back with a change of the rules. */
  version: z.int(),
  /** The exam that this exam is a shift of. */
  shiftOf: z.nullable(z.object({ examId: z.string(), examName: z.string() })),
  shifts: z.array(z.object({ examId: z.string(), examName: z.string() })),
  /** Candidates per category; the empty one is everyone else. */
  categories: z.array(z.object({ category: z.string(), people: z.int() })),
  open: openQuestionsSchema,
  /** The first questions of `open.rescores`; empty from an older server. */
  toRescore: z._default(z.array(z.object({ questionId: idSchema, question: z.string() })), []),
  /** The last result; null before the first. */
  latest: z.nullable(editionSchema),
  published: z.nullable(
    z.extend(editionSchema, {
      publishedAt: instantSchema,
      by: z.string(),
      names: z.boolean(),
      /** The result PDF, while it is this list's. */
      pdf: z.nullable(z.string()),
    }),
  ),
});
export type MeritList = z.infer<typeof meritListSchema>;

/** PUT exams/{id}/merit. */
export const meritRulesChangeSchema = z.object({
  rules: meritRulesSchema,
  version: versionSchema,
  reason: officeReasonSchema,
});
export type MeritRulesChange = z.infer<typeof meritRulesChangeSchema>;

/** PUT exams/{id}/merit/categories: one line of UID and category each, as Excel copies two columns. */
export const meritCategoriesSchema = z.object({
  list: bounded(4_000_000, 'Please paste the list.'),
  reason: officeReasonSchema,
});
export const meritCategoriesReportSchema = z.object({
  changed: z.int(),
  same: z.int(),
  /** The first thousand refused lines. While there are any, nothing changes. */
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  /** How many more are refused. */
  more: z.int(),
});
export type MeritCategoriesReport = z.infer<typeof meritCategoriesReportSchema>;

/** GET exams/{id}/merit/places. Marks and percentile are exact. */
export const meritPlaceSchema = z.object({
  rank: z.int(),
  uid: z.string(),
  fullName: z.string(),
  exam: z.string(), // the shift
  category: z.string(),
  total: z.number(),
  percentile: z.string(), // seven decimals
  sections: z.array(z.object({ name: z.string(), marks: z.number() })),
  wrong: z.nullable(z.int()),
  qualified: z.boolean(),
});
export const meritPlaceListSchema = z.array(meritPlaceSchema);
export type MeritPlace = z.infer<typeof meritPlaceSchema>;

/** POST exams/{id}/merit/publish. */
export const meritPublishSchema = z.object({
  /** The edition that was viewed. */
  edition: idSchema,
  /** Whether the PDF has names beside the UIDs. */
  names: z._default(z.boolean(), false),
  /** The administrator knows about the open points and publishes anyway. */
  despite: z._default(z.boolean(), false),
  reason: officeReasonSchema,
});
export type MeritPublish = z.infer<typeof meritPublishSchema>;

/** POST exams/{id}/merit/withdraw. */
export const meritWithdrawSchema = z.object({ reason: officeReasonSchema });

/** GET exams/{id}/merit/export. */
export function meritFileName(examName: string): string {
  return `${examName.replaceAll(' ', '_')}_Merit_List.xlsx`;
}
