// One sitting for its marker: the pages that count, in the candidate's order, and what was scored so far.
import type { MarkableSitting } from '#contract/desk/marking.ts';
import { readMark, type SittingMark } from '#db/queries/marking.ts';
import { project } from '#machines/sitting/rules.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { signedPath } from '../files/file-path.ts';
import { readWhole, type WholeSitting } from '../sittings/read-sitting.ts';
import { timesOf } from '../sittings/settle.ts';
import { toMark } from './to-mark.ts';

/** @throws Problem not-found, also while the sitting is still open or when its exam takes no documents */
export async function readMarkable(deps: Deps, sittingId: string): Promise<MarkableSitting> {
  const sitting = await readWhole(deps.db, { sittingId });
  const mark = await readMark(deps.db, sittingId);
  if (!sitting || !mark || sitting.format === 'MCQ') throw new Problem('not-found');
  const { pages, missing } = pagesOf(sitting, mark.files);
  return {
    sittingId,
    examId: sitting.exam_id,
    uid: mark.uid,
    fullName: mark.full_name,
    provisional: mark.provisional,
    mark: toMark(mark),
    outdated: mark.outdated,
    pages: pages.map(({ id, name, media_type: mediaType }) => ({
      path: signedPath(deps, { id, name }),
      name,
      mediaType,
    })),
    missing,
    held: mark.held_events,
    score: toScoreList(mark.sections, mark.documents),
  };
}

/** What the log says counts; a client without the log hands in all that it has sent. */
function pagesOf(sitting: WholeSitting, files: SittingMark['files']) {
  const isNamed = sitting.log.some(({ type, refusal }) => type === 'documents' && !refusal);
  if (!isNamed) return { pages: files, missing: 0 };
  const bySha = new Map(files.map((file) => [file.sha256, file]));
  const named = project(sitting.log, sitting.handIns, timesOf(sitting)).documents;
  const pages = named.flatMap((sha256) => bySha.get(sha256) ?? []);
  return { pages, missing: named.length - pages.length };
}
