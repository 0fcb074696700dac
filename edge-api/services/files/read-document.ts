// One page that a candidate submitted: whose it is, for which exam, and where its bytes are now.
import { eq } from 'drizzle-orm';
import type { StoredDocument } from '#contract/desk/documents.ts';
import { exams, files } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { sittingDocuments, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { signedPath } from './file-path.ts';

/** @throws Problem not-found */
export async function readDocument(deps: Deps, fileId: string): Promise<StoredDocument> {
  const [row] = await deps.db.orm
    .select({
      id: files.id,
      name: files.name,
      mediaType: files.mediaType,
      uid: users.uid,
      fullName: users.fullName,
      examId: exams.id,
      examName: exams.name,
    })
    .from(sittingDocuments)
    .innerJoin(files, eq(files.id, sittingDocuments.fileId))
    .innerJoin(sittings, eq(sittings.id, sittingDocuments.sittingId))
    .innerJoin(users, eq(users.uid, sittings.uid))
    .innerJoin(exams, eq(exams.id, sittings.examId))
    .where(eq(files.id, fileId));
  if (!row) throw new Problem('not-found');
  const { id, ...document } = row;
  return { ...document, path: signedPath(deps, { id, name: row.name }) };
}
