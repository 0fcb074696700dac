// Questions on the wire. CorrectAnswer is for the administrator only (rule 20).
import * as z from 'zod/mini';
import { problemBodySchema } from '../wire/problems.ts';
import {
  idSchema,
  instantSchema,
  optionNameSchema,
  optionNames,
  versionSchema,
} from '../wire/values.ts';
import { officeReasonSchema } from './participants.ts';

export const questionSchema = z.object({
  _id: idSchema,
  Questions: z.string(),
  OptionOne: z.string(),
  OptionTwo: z.string(),
  OptionThree: z.string(),
  OptionFour: z.string(),
  CorrectAnswer: optionNameSchema,
  /** Further options that are accepted as right, in the order of the options; left out where there are none. */
  AlsoCorrect: z.optional(z.array(optionNameSchema)),
  Weightage: z.number(),
  Negative: z.number(),
  Type: z.string(),
  /** Sent back with PUT, so that nobody overwrites an unseen change; without it only the first change is accepted. */
  version: z.optional(z.int()),
});
export type Question = z.infer<typeof questionSchema>;

/** What a question is made of: the columns of a question file, by the names that the download writes. */
export const questionFields = [
  'Questions',
  ...optionNames,
  'CorrectAnswer',
  'Weightage',
  'Negative',
  'Type',
] as const satisfies readonly (keyof Question)[];

/** GET questions/{id}/history: earlier texts, the newest first, and the exams whose papers hold it. */
export const questionHistorySchema = z.object({
  versions: z.array(
    z.object({
      question: questionSchema,
      at: instantSchema,
      /** Who made this change or imported it; null if unknown. */
      by: z.nullable(z.string()),
      current: z.boolean(),
    }),
  ),
  used: z.array(
    z.object({ examId: idSchema, name: z.string(), startDate: instantSchema, papers: z.int() }),
  ),
});
export type QuestionHistory = z.infer<typeof questionHistorySchema>;

/** What a candidate gets of a question. */
export const candidateQuestionSchema = z.omit(questionSchema, {
  CorrectAnswer: true,
  AlsoCorrect: true,
  Weightage: true,
  Negative: true,
  version: true,
});
export type CandidateQuestion = z.infer<typeof candidateQuestionSchema>;

const text = z.string().check(z.maxLength(32_767));
const marks = z.union([z.number(), z.string().check(z.maxLength(20))]);

/** The edited row of PUT questions/{id}. */
export const questionDraftSchema = z.object({
  Questions: text,
  OptionOne: text,
  OptionTwo: text,
  OptionThree: text,
  OptionFour: text,
  CorrectAnswer: optionNameSchema,
  /** Left out: the further right options stay as they are. The correct answer itself may be among them. */
  AlsoCorrect: z.optional(z.array(optionNameSchema).check(z.maxLength(optionNames.length))),
  Weightage: marks,
  Negative: marks,
  Type: text,
  version: z.optional(versionSchema),
});
export type QuestionDraft = z.infer<typeof questionDraftSchema>;

/** The changed question, and how many sittings were scored by its earlier text. */
export const questionChangedSchema = z.extend(questionSchema, { affectedSittings: z.int() });
export type QuestionChanged = z.infer<typeof questionChangedSchema>;

/** One sentence about one row, for a clerk. `row` 0 means the whole sheet; `column` is then empty. */
const rowNoteSchema = z.object({
  sheet: z.string(),
  row: z.int(),
  column: z.string(),
  /** The refused cell of a table as spreadsheets call it: "C7". */
  cell: z.optional(z.string()),
  message: z.string(),
});

export type RowNote = z.infer<typeof rowNoteSchema>;

/** The kind of question file; `row` of a note counts rows in the first two, questions in QTI, and lines in the others. */
const importFormatSchema = z.enum(['workbook', 'delimited', 'gift', 'aiken', 'moodle-xml', 'qti']);
export type ImportFormat = z.infer<typeof importFormatSchema>;

/** A question of the file as the bank would store it, with the place it was read from. */
export const importSampleSchema = z.extend(
  z.omit(questionSchema, { _id: true, version: true }),
  z.pick(rowNoteSchema, { sheet: true, row: true }).shape,
);
export type ImportSample = z.infer<typeof importSampleSchema>;

/** The most notes in the lists of warnings and repeats; the totals beside them count all. */
export const MOST_NOTES = 500;

/**
 * `types` and `samples` describe the questions that the bank lacks: those imported, or to be imported.
 * `errors` names every refused row. `warned` and `duplicates` are totals of lists that may be cut (`MOST_NOTES`).
 */
export const importReportSchema = z.object({
  format: importFormatSchema,
  inserted: z.int(),
  duplicates: z.int(),
  /** How many of the duplicates are in the bank; the others are twice in the file. */
  inBank: z.int(),
  refused: z.int(),
  warned: z.int(),
  errors: z.array(rowNoteSchema),
  warnings: z.array(rowNoteSchema),
  repeats: z.array(rowNoteSchema),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
  samples: z.array(importSampleSchema).check(z.maxLength(3)),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/**
 * One line of an upload answered line by line (`Accept: application/x-ndjson`): progress, then every note, and last the
 * report or the problem. `of` is null while unknown.
 */
export const importLineSchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('progress'),
    stage: z.enum(['reading', 'comparing', 'storing']),
    rows: z.int(),
    of: z.nullable(z.int()),
  }),
  z.object({
    is: z.literal('notes'),
    list: z.enum(['errors', 'warnings', 'repeats']),
    notes: z.array(rowNoteSchema),
  }),
  z.object({ is: z.literal('report'), report: importReportSchema }),
  z.object({ is: z.literal('problem'), problem: problemBodySchema }),
]);
export type ImportLine = z.infer<typeof importLineSchema>;
export type ImportProgress = Extract<ImportLine, { is: 'progress' }>;

/** GET questions/imports: the newest fifty, newest first. */
export const importRowSchema = z.object({
  id: idSchema,
  fileName: z.string(),
  at: instantSchema,
  /** Who imported it; null for the server's own demonstration. */
  by: z.nullable(z.string()),
  /** How many questions it brought; null if an older version imported it. */
  questions: z.nullable(z.int()),
  /** How many of them the bank still has. */
  inBank: z.int(),
  /** The names of the exams that may still draw its questions; older servers leave this out. */
  exams: z.optional(z.array(z.string())),
  /** Null unless it was taken back. */
  takenBackAt: z.nullable(instantSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;
export const importListSchema = z.array(importRowSchema);

/** POST questions/imports/{id}/take-back. */
export const takeBackRequestSchema = z.object({ reason: officeReasonSchema });
/** How many questions left the bank, and how many of them are archived, because a phone may hold them. */
export const importTakenBackSchema = z.object({ questions: z.int(), archived: z.int() });
export type ImportTakenBack = z.infer<typeof importTakenBackSchema>;
