// Which category each candidate of a merit list belongs to, by the office's own list: all lines or none, each refused one
// named. Categories are for cut-offs alone; nothing else asks for them.
import { and, eq, inArray } from 'drizzle-orm';
import type { MeritCategoriesReport } from '#contract/desk/merit.ts';
import { lineSchema } from '#contract/wire/values.ts';
import { meritLists } from '#db/schema/merit.ts';
import { enrolments } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { normaliseUid } from '../users/normalise-uid.ts';
import { piecesOf } from './breaths.ts';
import { examsOf, lockMerit } from './find-merit.ts';

const PIECE = 1_000;
const nameSchema = lineSchema(40);

type Line = { line: number; uid: string; category: string };
type Judged = { lines: Line[]; errors: MeritCategoriesReport['errors'] };

/** @throws Problem not-found */
export async function setCategories(
  deps: Deps,
  actor: string,
  examId: string,
  { list, reason }: { list: string; reason: string },
): Promise<MeritCategoriesReport> {
  const { lines, errors } = judgeLines(list);
  return deps.db.transaction(async (tx) => {
    const { row } = await lockMerit(tx, examId);
    const ofTheExams = inArray(enrolments.examId, examsOf(row));
    const standing = new Map<string, string>();
    for (const piece of piecesOf(lines, PIECE)) {
      const uids = piece.map(({ uid }) => uid);
      const found = await tx
        .select({ uid: enrolments.uid, category: enrolments.category })
        .from(enrolments)
        .where(and(ofTheExams, inArray(enrolments.uid, uids)));
      for (const { uid, category } of found) standing.set(uid, category);
    }
    for (const { line, uid } of lines)
      if (!standing.has(uid))
        errors.push({ line, message: `${uid} is not enrolled in this exam.` });
    errors.sort((a, b) => a.line - b.line);
    const changed = lines.filter(({ uid, category }) => standing.get(uid) !== category);
    const report = { changed: 0, same: lines.length - changed.length, errors };
    if (errors.length > 0 || changed.length === 0) return report;
    for (const category of new Set(changed.map((each) => each.category))) {
      const those = changed.filter((each) => each.category === category);
      for (const piece of piecesOf(those, PIECE))
        await tx
          .update(enrolments)
          .set({ category })
          .where(
            and(
              ofTheExams,
              inArray(
                enrolments.uid,
                piece.map(({ uid }) => uid),
              ),
            ),
          );
    }
    await tx
      .update(meritLists)
      .set({ version: row.version + 1 })
      .where(eq(meritLists.examId, examId));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'merit.categories-set',
      subject: examId,
      detail: { changed: changed.length, reason },
    });
    return { ...report, changed: changed.length };
  });
}

/** A line is a UID, a tab, comma or space, and the category; without one the candidate has none any more. */
function judgeLines(list: string): Judged {
  const judged: Judged = { lines: [], errors: [] };
  const seen = new Map<string, number>();
  for (const [at, text] of list.split('\n').entries()) {
    const line = at + 1;
    const typed = text.trim();
    const [first = ''] = typed.split(/[\t,; ]/, 1);
    if (typed === '' || first.toUpperCase() === 'UID') continue;
    const uid = normaliseUid(first);
    const rest = typed.slice(first.length).replace(/^[\t,; ]+/, '');
    const named = rest === '' ? { success: true, data: '' } : nameSchema.safeParse(rest);
    const before = seen.get(uid);
    if (uid.length > 40) judged.errors.push({ line, message: 'This is no UID.' });
    else if (before !== undefined)
      judged.errors.push({ line, message: `Line ${before} names ${uid} too.` });
    else if (named.data === undefined)
      judged.errors.push({ line, message: 'A category has at most 40 characters.' });
    else judged.lines.push({ line, uid, category: named.data });
    seen.set(uid, before ?? line);
  }
  return judged;
}
