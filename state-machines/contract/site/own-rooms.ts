// Where somebody sits, out of GET account: all that a hall ticket reads of it, on a page whose bytes are counted.
import * as z from 'zod/mini';

export const ownRoomsSchema = z.object({
  exams: z.array(z.object({ examId: z.string(), room: z.string() })),
});
export type OwnRooms = z.infer<typeof ownRoomsSchema>;
