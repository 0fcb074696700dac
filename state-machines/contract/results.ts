// Scores on the wire: a list of single-key objects, TotalScore first (specification, Exam result).
import * as z from 'zod/mini';
import { idSchema, marksSchema } from './values.ts';

export const TOTAL = 'TotalScore';
/** The hand-marked section of DOC Upload and MIX exams; with TotalScore the names a Type can't have. */
export const DOCUMENTS = 'Documents';

export const scoreListSchema = z.array(z.record(z.string(), marksSchema));
export type ScoreList = z.infer<typeof scoreListSchema>;

export const resultsReplySchema = z.array(z.object({ examID: idSchema, score: scoreListSchema }));
export type ResultsReply = z.infer<typeof resultsReplySchema>;
