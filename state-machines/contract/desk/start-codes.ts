// Start codes at the desk and in the hall (decision 39): made by the administrator, shown from the start
// on.
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** Empty: the whole exam. */
export const roomSchema = bounded(200).check(
  z.overwrite((room) => room.replace(/\s+/g, ' ')),
  z.trim(),
  z.maxLength(60, 'At most 60 characters.'),
);

/** POST exams/{id}/start-code: a new one for that room, or the one that nobody was told yet. */
export const startCodeRequestSchema = z.object({ room: z._default(roomSchema, '') });

export const startCodeFactsSchema = z.object({
  room: z.string(),
  /** How many were made for that room. Only the newest is shown, and opens what phones fetch from then on. */
  version: z.int(),
  madeAt: instantSchema,
  /** When somebody was first told it; null before that. */
  releasedAt: z.nullable(instantSchema),
});
export type StartCodeFacts = z.infer<typeof startCodeFactsSchema>;
export const startCodeListSchema = z.array(startCodeFactsSchema);

/** GET exams/{id}/start-code: ten characters. */
export const startCodeSchema = z.extend(startCodeFactsSchema, {
  code: z.string(),
  /** That it replaced. Phones that are offline since before then have no other. */
  earlier: z._default(z.nullable(z.string()), null),
});
export type StartCode = z.infer<typeof startCodeSchema>;
