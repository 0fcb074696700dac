// One sitting for its marker: the pages that count, in the candidate's order, and what was scored so far.
import type { MarkableSitting } from '#contract/desk/marking.ts';
import { readMark } from '#db/queries/marking.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { signedPath } from '../files/file-path.ts';
import { toMark } from './to-mark.ts';

/** @throws Problem not-found, also while the sitting is still open or when its exam takes no documents */
export async function readMarkable(deps: Deps, sittingId: string): Promise<MarkableSitting> {
  const mark = await readMark(deps.db, sittingId);
  if (!mark || mark.format === 'MCQ') throw new Problem('not-found');
  return {
    sittingId,
    examId: mark.exam_id,
    uid: mark.uid,
    fullName: mark.full_name,
    provisional: mark.provisional,
    mark: toMark(mark),
    outdated: mark.outdated,
    pages: mark.files.map(({ id, name, media_type: mediaType }) => ({
      path: signedPath(deps, { id, name }),
      name,
      mediaType,
    })),
    missing: mark.named === null ? 0 : mark.named - mark.files.length,
    held: mark.held_events,
    score: toScoreList(mark.sections, mark.documents),
  };
}
