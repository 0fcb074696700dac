// Publishes a merit list: its PDF becomes the exam's result PDF, and everyone on the list can find their own rank by UID.
import { eq } from 'drizzle-orm';
import { settingNow } from '#api/services/settings/settings.ts';
import type { MeritPublish } from '#contract/desk/merit.ts';
import type { Orm } from '#db/client.ts';
import { readOpenQuestions, readPlaces, tellProvisional } from '#db/queries/merit.ts';
import { meritEditions, meritLists } from '#db/schema/merit.ts';
import { hasCutoffs, rulesInWords } from '#machines/merit/rules-in-words.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { keepContent, removeFile } from '../files/contents.ts';
import { indiaTime } from '../india-time.ts';
import { setResult } from '../results/publish-result.ts';
import { examsOf, findMerit, lockMerit, markNow, readMerit, requireOwnList } from './find-merit.ts';
import { writeMeritPdf } from './write-pdf.ts';

const PIECE = 500;
const OUTDATED = 'Scores or rules have changed since this list was worked out. Work it out again.';

/** @throws Problem not-found, changed-meanwhile; invalid (despite) while scores may still change and the office hasn't confirmed */
export async function publishMerit(
  deps: Deps,
  actor: string,
  examId: string,
  { edition: id, names, despite, reason }: MeritPublish,
): Promise<void> {
  const { db } = deps;
  const { exam, row } = await findMerit(db.orm, examId);
  const [edition] = await db.orm.select().from(meritEditions).where(eq(meritEditions.id, id));
  if (!edition || row.latestId !== id) throw new Problem('changed-meanwhile');
  if (edition.mark !== (await markNow(db.orm, row)))
    throw new Problem('changed-meanwhile', { sentence: OUTDATED });
  if (edition.people === 0)
    throw new Problem('invalid', {
      fields: { edition: 'This list is empty. Work it out again once there are results.' },
    });
  const open = await readOpenQuestions(db, examsOf(row));
  if (!despite && Object.values(open).some((count) => count > 0))
    throw new Problem('invalid', {
      fields: {
        despite:
          'Scores may still change. Wait until they are final, or confirm that you want to publish anyway.',
      },
    });
  const { shifts } = await readMerit(deps, examId);
  const now = deps.now();
  const { name: brand } = await settingNow(deps, 'brand');
  const together = shifts.length === 0 ? [] : [exam.name, ...shifts.map((each) => each.examName)];
  const pdf = await writeMeritPdf(
    {
      title: exam.name,
      brand,
      names,
      cutoffs: hasCutoffs(edition.rules),
      lines: [
        `Published ${indiaTime(new Date(now).toISOString())} IST. Candidates: ${edition.people}.`,
        ...rulesInWords(edition.rules, together),
      ],
    },
    readPlaces(db, id, PIECE),
    deps.log,
  );
  const file = await keepContent(deps, {
    bytes: pdf,
    mediaType: 'application/pdf',
    kind: 'result-pdf',
    name: `${exam.name} merit list.pdf`,
  });
  try {
    await setResult(deps, examId, file, {
      actor,
      action: 'merit.published',
      detail: { people: edition.people, names, open: despite ? open : {}, reason },
      within: async (tx) => {
        const { row: standing } = await lockMerit(tx, examId);
        if (standing.latestId !== id || standing.version !== row.version)
          throw new Problem('changed-meanwhile');
        await requireOwnList(tx, examId);
        await tellProvisional(tx, id, new Date(now));
        if (edition.mark !== (await markNow(tx, standing)))
          throw new Problem('changed-meanwhile', { sentence: OUTDATED });
        await tx
          .update(meritLists)
          .set({
            publishedId: id,
            publishedAt: new Date(now),
            publishedBy: actor,
            names,
            fileId: file.id,
          })
          .where(eq(meritLists.examId, examId));
      },
    });
  } catch (error) {
    await removeFile(deps, file.id);
    throw error;
  }
}

/** Also removes the PDF, unless another has replaced it. @throws Problem changed-meanwhile; not-found when no list is published */
export async function withdrawMerit(
  deps: Deps,
  actor: string,
  examId: string,
  reason: string,
): Promise<void> {
  const { exam, row } = await findMerit(deps.db.orm, examId);
  if (row.publishedId === null) throw new Problem('not-found');
  const act = { actor, action: 'merit.withdrawn', detail: { reason } } as const;
  const nothing = { publishedId: null, publishedAt: null, publishedBy: null, fileId: null };
  /** Withdraws only the list that was read above, because another may have been published meanwhile. */
  const takeBack = async (tx: Orm) => {
    const { row: standing } = await lockMerit(tx, examId);
    if (standing.publishedId !== row.publishedId || standing.fileId !== row.fileId)
      throw new Problem('changed-meanwhile');
    await tx.update(meritLists).set(nothing).where(eq(meritLists.examId, examId));
  };
  if (row.fileId !== null && exam.resultFileId === row.fileId) {
    await setResult(deps, examId, null, {
      ...act,
      version: exam.version,
      within: takeBack,
    });
    return;
  }
  await deps.db.transaction(async (tx) => {
    await takeBack(tx);
    await recordAudit(tx, deps.now(), { ...act, subject: examId });
  });
}
