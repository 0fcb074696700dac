import * as z from 'zod/mini';

/** Whether a checkbox of a form is ticked. A browser doesn't send an unticked one, so a missing field means no. */
export const ticked = z.pipe(
  z.optional(z.string()),
  z.transform((sent) => sent !== undefined),
);
