// Removes a file that nothing points to any more. The row goes first: a row always has its content.
import { eq } from 'drizzle-orm';
import { files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';

export async function removeFile(deps: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  await deps.db.orm.delete(files).where(eq(files.id, id));
  await deps.files.remove(id);
}
