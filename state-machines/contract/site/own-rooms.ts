// Where somebody sits, out of GET account: all that a hall ticket reads of it, on a page whose bytes are counted.
import * as z from 'zod/mini';

export const ownRoomsSchema = z.object({
  /** A server before these two doesn't tell. */
  exams: z.array(z.object({ examId: z.optional(z.string()), room: z.optional(z.string()) })),
});
export type OwnRooms = z.infer<typeof ownRoomsSchema>;
