// A page that a candidate submitted, by the address that stands in an exported workbook.
import * as z from 'zod/mini';

/** GET documents/{id}. */
export const documentSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** Opens for some days: asked for anew each time. */
  path: z.string(),
  uid: z.string(),
  fullName: z.string(),
  examId: z.string(),
  examName: z.string(),
});
export type StoredDocument = z.infer<typeof documentSchema>;

/** Where the desk shows it, below the origin: whoever follows it must sign in, and it works as long as the record does. */
export function documentAddress(fileId: string): string {
  return `/admindocument/${encodeURIComponent(fileId)}`;
}
