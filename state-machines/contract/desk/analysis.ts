// What the administrator learns about an exam: how far candidates got, how scores and times are spread, and which
// questions look wrong. Marks have at most two decimals, times are minutes.
import * as z from 'zod/mini';
import { examFormats, idSchema, instantSchema, optionNameSchema } from '../wire/values.ts';

const countSchema = z.int().check(z.nonnegative());

/** The spread of a set of numbers. `deviation` is the population standard deviation (divided by N). */
const spreadSchema = z.object({
  count: z.int().check(z.positive()),
  least: z.number(),
  median: z.number(),
  mean: z.number(),
  most: z.number(),
  deviation: z.number(),
});
export type Spread = z.infer<typeof spreadSchema>;

/** From `from` up to, but not including, `to`. Only the last bin includes its end, the whole time allowed. */
const binSchema = z.object({ from: z.number(), to: z.number(), count: countSchema });
export type Bin = z.infer<typeof binSchema>;

const distributionSchema = z.object({ spread: spreadSchema, bins: z.array(binSchema) });
export type Distribution = z.infer<typeof distributionSchema>;

/** Each participant is in exactly one of the first five. */
const participantsSchema = z.object({
  registered: countSchema, // fee not paid
  notStarted: countSchema, // fee paid, never opened the exam
  underWay: countSchema,
  completed: countSchema,
  provisional: countSchema, // closed by the server, nothing was submitted
  /** Among those who are done: pages that nobody has marked, and answers that wait for a decision. */
  documentsUnmarked: countSchema,
  withHeldActs: countSchema,
  heldActs: countSchema,
});
export type ParticipantStates = z.infer<typeof participantsSchema>;

/** Sums over every question asked in the section. */
const sectionFiguresSchema = z.object({
  name: z.string(),
  scores: spreadSchema,
  /** Null for documents, which are marked by hand, and while the answers are still being counted. */
  questions: z.nullable(
    z.object({ asked: countSchema, right: countSchema, wrong: countSchema, blank: countSchema }),
  ),
});
export type SectionFigures = z.infer<typeof sectionFiguresSchema>;

/** Why a question deserves a look, the most serious first. */
export const questionFlags = [
  'nobody-right',
  'below-chance',
  'negative-discrimination',
  'everyone-right',
  'option-never-chosen',
] as const;
export type QuestionFlag = (typeof questionFlags)[number];

/** Fewer candidates than this prove nothing about a question: it gets no flag. */
export const FEWEST_TO_JUDGE = 10;

export const examAnalysisSchema = z.object({
  examId: idSchema,
  examName: z.string(),
  format: z.enum(examFormats),
  durationMinutes: z.int(),
  asOf: instantSchema,
  participants: participantsSchema,
  /**
   * False while the scores of a large exam are still being counted: the three fields below are then as if nobody had a
   * score, so ask again. Older servers leave this out and always count first.
   */
  scoresCounted: z._default(z.boolean(), true),
  /** Total scores; null while nobody has one. A MIX or DOC Upload sitting has one once it is marked. */
  scores: z.nullable(distributionSchema),
  /** Minutes from the start to the submission; null while nobody has submitted. */
  timeUsed: z.nullable(distributionSchema),
  sections: z.array(sectionFiguresSchema),
  /** Counting every answer of a large exam takes a while: ask again until it is done. */
  answers: z.discriminatedUnion('state', [
    z.object({ state: z.literal('counting'), done: countSchema, of: countSchema }),
    z.object({
      state: z.literal('counted'),
      asOf: instantSchema,
      sittings: countSchema,
      questions: countSchema,
      suspicious: countSchema,
    }),
  ]),
});
export type ExamAnalysis = z.infer<typeof examAnalysisSchema>;

export const questionFiguresSchema = z.object({
  questionId: z.string(),
  /** The revision in the bank's history that the candidates saw. */
  revision: z.int(),
  /** What happened to the question in the bank since it was asked. */
  inBank: z.enum(['same', 'changed', 'gone']),
  section: z.string(),
  text: z.string(),
  /** By the current key. */
  correct: optionNameSchema,
  also: z.optional(z.array(optionNameSchema)),
  options: z.array(z.object({ text: z.string(), chosen: countSchema })),
  asked: countSchema,
  right: countSchema,
  wrong: countSchema,
  blank: countSchema,
  /** Right answers per question asked, 0 to 1. */
  facility: z.number(),
  /** Corrected item–total correlation, −1 to 1; null where everybody did the same. */
  discrimination: z.nullable(z.number()),
  /** Share right among the best 27 % minus that among the weakest 27 %; null without such groups. */
  upperLower: z.nullable(z.number()),
  flags: z.array(z.enum(questionFlags)),
});
export type QuestionFigures = z.infer<typeof questionFiguresSchema>;
export const questionFiguresListSchema = z.array(questionFiguresSchema);

export const questionOrders = [
  'flags',
  'facility',
  'discrimination',
  'upperLower',
  'asked',
] as const;
export type QuestionOrder = (typeof questionOrders)[number];
