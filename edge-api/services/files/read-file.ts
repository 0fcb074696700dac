// Reads a stored file for a caller who may see it. Exam pictures and result PDFs are for anyone; a document is for its owner, an
// administrator, or the holder of a signed link.
import { eq } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { StoredDocument } from '#contract/desk/marking.ts';
import { exams, files } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { sittingDocuments, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Refusal } from '../../question-files/question-file.ts';
import { workInTurn } from '../in-turn.ts';

type FileRow = typeof files.$inferSelect;
type StoredFile = FileRow & { kind: Exclude<FileRow['kind'], 'photo'>; content: Uint8Array };

/** @throws Problem not-found, also when the file exists but this caller may not know about it */
export async function readFile(
  deps: Deps,
  id: string,
  caller: Caller | null,
  link: { until?: number | undefined; signature?: string | undefined },
): Promise<StoredFile> {
  const [file] = await deps.db.orm.select().from(files).where(eq(files.id, id));
  // A candidate's photograph is never available by an address.
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

// One page that a candidate submitted: the candidate, the exam, and the address of the file.

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

// Addresses of stored files, relative to the origin. Pictures and result PDFs are public. A document's address carries a signature
// that expires, and the file name, which screens use as the link's label.

/** Links in a downloaded export work for at least a week. */
const LINK_DAYS = 7;

export function publicPath(id: string): string {
  return `/files/${id}`;
}

export function signedPath(
  deps: Pick<Deps, 'keys' | 'now'>,
  file: { id: string; name: string },
): string {
  // Rounded to whole days, so that a list loaded again on the same day shows the same links.
  const day = 24 * 60 * 60_000;
  const until = Math.floor(deps.now() / day) * day + (LINK_DAYS + 1) * day;
  return `/files/${file.id}/${encodeURIComponent(file.name)}?until=${until}&signature=${deps.keys.sign('file-link', `${file.id} ${until}`)}`;
}

function isSignedPath(
  deps: Pick<Deps, 'keys' | 'now'>,
  id: string,
  until: number,
  signature: string,
): boolean {
  return until > deps.now() && deps.keys.verify('file-link', `${id} ${until}`, signature);
}

// Uploaded files that are read for their content: question files and lists of candidates.

/** A file may inflate to hundreds of megabytes while it is being read. */
export const oneFileAtATime = workInTurn({ atOnce: 1, longestQueue: 4 });

const codes = { 'wrong-kind': 'wrong-file-kind', 'too-large': 'too-large' } as const;

/** The problem shown to the sender of a file that can't be read. */
export function fileProblem({ code, message }: Refusal): Problem {
  const known = Object.entries(codes).find(([refusal]) => refusal === code)?.[1];
  return new Problem(known ?? 'file-refused', { sentence: message, fields: { file: message } });
}
