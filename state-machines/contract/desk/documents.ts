// A page that a candidate submitted, by the address in an exported workbook.
import * as z from 'zod/mini';

/** GET documents/{id}. */
export const documentSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** A link that works for some days; request a new one each time. */
  path: z.string(),
  uid: z.string(),
  fullName: z.string(),
  examId: z.string(),
  examName: z.string(),
});
export type StoredDocument = z.infer<typeof documentSchema>;

/** Where the desk shows it, below the origin. It needs a sign-in, and works as long as the record exists. */
export function documentAddress(fileId: string): string {
  return `/admindocument/${encodeURIComponent(fileId)}`;
}
