// Start codes at the desk and in the hall (decision 39): made by the administrator, shown from the start
// on.
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** A room's name; empty: the whole exam. */
export const roomSchema = bounded(200).check(
  z.overwrite((room) => room.replace(/\s+/g, ' ')),
  z.trim(),
  z.maxLength(60, 'At most 60 characters.'),
);

/** POST exams/{id}/start-code: makes a code for that room, or returns the code that nobody was told yet. */
export const startCodeRequestSchema = z.object({ room: z._default(roomSchema, '') });

export const startCodeFactsSchema = z.object({
  room: z.string(),
  /**
   * How many codes were made for that room. Only the newest is shown; it opens the papers that phones fetch from then
   * on.
   */
  version: z.int(),
  madeAt: instantSchema,
  /** When somebody was first told the code; null before that. */
  releasedAt: z.nullable(instantSchema),
});
export type StartCodeFacts = z.infer<typeof startCodeFactsSchema>;
export const startCodeListSchema = z.array(startCodeFactsSchema);

/** GET exams/{id}/start-code: ten characters. */
export const startCodeSchema = z.extend(startCodeFactsSchema, {
  code: z.string(),
  /** The code that this one replaced. Phones that have been offline since before then know no other. */
  earlier: z._default(z.nullable(z.string()), null),
});
export type StartCode = z.infer<typeof startCodeSchema>;
