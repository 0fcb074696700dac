// The rules of a merit list, checked against the exam and its shifts before they stand.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { MeritRules, MeritRulesChange } from '#contract/desk/merit.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { meritLists } from '#db/schema/merit.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { listWithShift, lockMerit } from './find-merit.ts';

/** @throws Problem not-found, changed-meanwhile; invalid, naming the part */
export async function changeRules(
  deps: Deps,
  actor: string,
  examId: string,
  { rules, version, reason }: MeritRulesChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { row, sections } = await lockMerit(tx, examId);
    if (row.version !== version) throw new Problem('changed-meanwhile');
    if (JSON.stringify(row.rules) === JSON.stringify(rules)) return;
    requireKnown(rules, sections);
    await requireShifts(tx, examId, rules.shifts, sections);
    await tx
      .update(meritLists)
      .set({ rules, version: row.version + 1 })
      .where(eq(meritLists.examId, examId));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'merit.rules-changed',
      subject: examId,
      detail: { before: row.rules, after: rules, reason },
    });
  });
}

function refuse(field: string, message: string): never {
  throw new Problem('invalid', { fields: { [`rules.${field}`]: message } });
}

function requireKnown({ tieBreaks, cutoffs }: MeritRules, sections: readonly string[]): void {
  const breaks = tieBreaks.map((each) => (each.by === 'section' ? `“${each.section}”` : each.by));
  if (new Set(breaks).size < breaks.length)
    refuse('tieBreaks', 'Each tie-break can appear only once.');
  const unknown = (name: string) => !sections.includes(name);
  const strange =
    tieBreaks.flatMap((each) => (each.by === 'section' ? each.section : [])).find(unknown) ??
    cutoffs.sections.map(({ section }) => section).find(unknown);
  if (strange !== undefined) refuse('tieBreaks', `The exam has no section “${strange}”.`);
  const once = (names: readonly string[]) => new Set(names).size === names.length;
  if (!once(cutoffs.sections.map(({ section }) => section)))
    refuse('cutoffs.sections', 'Each section can have only one cut-off.');
  if (!once(cutoffs.categories.map(({ category }) => category)))
    refuse('cutoffs.categories', 'Each category can have only one cut-off.');
}

/** An exam is on one list: its own, or that of the exam it is a shift of. */
async function requireShifts(
  tx: Orm,
  examId: string,
  shifts: readonly string[],
  sections: readonly string[],
): Promise<void> {
  if (shifts.length === 0) return;
  if (shifts.includes(examId) || new Set(shifts).size < shifts.length)
    refuse('shifts', 'Choose each exam only once, and not this exam itself.');
  if ((await listWithShift(tx, examId)) !== null)
    refuse('shifts', 'This exam is a shift of another exam. Make the list there.');
  const found = await tx
    .select()
    .from(exams)
    .where(and(inArray(exams.id, [...shifts]), isNull(exams.hiddenAt)));
  for (const shift of shifts) {
    const exam = found.find(({ id }) => id === shift);
    if (!exam) refuse('shifts', 'One of these exams no longer exists. Please reload the page.');
    const [a, b] = [scoredSections(exam), sections].map((names) => [...names].sort().join('\n'));
    if (a !== b) refuse('shifts', `“${exam.name}” has different sections from this exam.`);
    const elsewhere = await listWithShift(tx, shift);
    const [own] = await tx.select().from(meritLists).where(eq(meritLists.examId, shift));
    if (
      (elsewhere !== null && elsewhere !== examId) ||
      own?.publishedId ||
      own?.rules.shifts.length
    )
      refuse('shifts', `“${exam.name}” already belongs to a merit list.`);
  }
}
