// A stored file for one who may see it: anyone for exam pictures and result PDFs; for a document, its
// owner, an administrator, or who holds a signed link.
import { eq } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import { files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { isSignedPath } from './file-path.ts';

type FileRow = typeof files.$inferSelect;
type StoredFile = FileRow & { kind: Exclude<FileRow['kind'], 'photo'>; content: Uint8Array };

/** @throws Problem not-found, also where the file is there but not for this caller to know of */
export async function readFile(
  deps: Deps,
  id: string,
  caller: Caller | null,
  link: { until?: number | undefined; signature?: string | undefined },
): Promise<StoredFile> {
  const [file] = await deps.db.orm.select().from(files).where(eq(files.id, id));
  // A photograph of a person has no address.
  if (!file || file.kind === 'photo') throw new Problem('not-found');
  const mine =
    caller !== null &&
    !caller.mustChangePassword &&
    (caller.role === 'admin' || caller.uid === file.uid);
  const linked =
    link.until !== undefined &&
    link.signature !== undefined &&
    isSignedPath(deps, id, link.until, link.signature);
  if (file.kind === 'document' && !mine && !linked) throw new Problem('not-found');
  const content = await deps.files.get(id);
  if (!content) throw new Error(`The content of file ${file.kind} is missing`);
  return { ...file, kind: file.kind, content };
}
