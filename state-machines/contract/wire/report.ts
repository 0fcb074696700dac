// What a phone in a sitting reports about itself, so that a proctor sees that it is connected.
import * as z from 'zod/mini';
import { sittingStates } from './sync.ts';
import { bounded, idSchema, instantSchema } from './values.ts';

/**
 * Printable ASCII, which any database can store. One statement writes the reports of all phones, so an invalid
 * character from one phone would make it fail for all.
 */
const plain = bounded(12).check(z.regex(/^[\x20-\x7e]*$/));

/** POST sync/report, after a minute with nothing else to send. Under 150 bytes. */
export const deviceReportSchema = z.object({
  sittingId: idSchema,
  deviceId: idSchema,
  /** Acts and pages on it that the server lacks. */
  waiting: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
  pages: z.int().check(z.nonnegative(), z.maximum(1_000)),
  /** Where the browser reports them: free megabytes, battery percent, kind of network. */
  freeMb: z.optional(z.int().check(z.nonnegative(), z.maximum(100_000_000))),
  battery: z.optional(z.int().check(z.nonnegative(), z.maximum(100))),
  net: z.optional(plain),
  app: plain,
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

/** Enough for the device to know whether to ask for a beacon. */
export const reportReplySchema = z.object({
  deadline: instantSchema,
  pausedAt: z.optional(instantSchema),
  state: z.enum(sittingStates),
});
