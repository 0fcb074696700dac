// A person's room, from GET account: all that a hall ticket needs of it, on a page whose bytes are limited.
import * as z from 'zod/mini';

export const ownRoomsSchema = z.object({
  /** Older servers leave these two fields out. */
  exams: z.array(z.object({ examId: z.optional(z.string()), room: z.optional(z.string()) })),
});
export type OwnRooms = z.infer<typeof ownRoomsSchema>;
