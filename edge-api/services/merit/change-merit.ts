// Changes the rules of a merit list, after checking them against the exam and its shifts.
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { normaliseUid } from '#api/services/auth/find-user.ts';
import {
  type MeritCategoriesReport,
  type MeritRules,
  type MeritRulesChange,
  MOST_CATEGORIES,
} from '#contract/desk/merit.ts';
import { lineSchema } from '#contract/wire/typed.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { meritLists } from '#db/schema/merit.ts';
import { enrolments } from '#db/schema/people.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import {
  examsOf,
  inBreaths,
  listWithShift,
  lockMerit,
  piecesOf,
  requireOwnList,
} from './find-merit.ts';

/** @throws Problem not-found, changed-meanwhile; invalid, naming the part of the rules */
export async function changeRules(
  deps: Deps,
  actor: string,
  examId: string,
  { rules, version, reason }: MeritRulesChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { row, sections } = await lockMerit(tx, examId);
    // Also accepts a request that the desk repeats because the first reply was lost.
    if (isDeepStrictEqual(row.rules, rules)) return;
    if (row.version !== version) throw new Problem('changed-meanwhile');
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

/** An exam belongs to one list only: its own, or the list of the exam that it is a shift of. */
async function requireShifts(
  tx: Orm,
  examId: string,
  shifts: readonly string[],
  sections: readonly string[],
): Promise<void> {
  if (shifts.length === 0) return;
  if (shifts.includes(examId) || new Set(shifts).size < shifts.length)
    refuse('shifts', 'Choose each exam only once, and don’t include this one.');
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

// Sets the category of each candidate of a merit list from the office's own list: either all lines are accepted, or none, and each
// refused line is named. Categories are used for cut-offs only.

const PIECE = 1_000;
const MOST_ERRORS = 1_000;
const nameSchema = lineSchema(40);
const TOO_MANY = `There are more than ${MOST_CATEGORIES} categories in this list. Is the second column the category?`;

type Line = { line: number; uid: string; category: string };
type Judged = { lines: Line[]; errors: MeritCategoriesReport['errors'] };

/** @throws Problem not-found, changed-meanwhile; invalid when the second column can't hold categories */
export async function setCategories(
  deps: Deps,
  actor: string,
  examId: string,
  { list, reason }: { list: string; reason: string },
): Promise<MeritCategoriesReport> {
  const { lines, errors } = await inBreaths(judgeLines(list));
  return deps.db.transaction(async (tx) => {
    const { row } = await lockMerit(tx, examId);
    await requireOwnList(tx, examId); // the version to increase belongs to the list that these candidates are on
    const ofTheExams = inArray(enrolments.examId, examsOf(row));
    const enrolled = new Set<string>();
    for (const piece of piecesOf(lines, PIECE)) {
      const uids = piece.map(({ uid }) => uid);
      const found = await tx
        .select({ uid: enrolments.uid })
        .from(enrolments)
        .where(and(ofTheExams, inArray(enrolments.uid, uids)));
      for (const { uid } of found) enrolled.add(uid);
    }
    for (const { line, uid } of lines)
      if (!enrolled.has(uid))
        errors.push({ line, message: `${uid} is not enrolled in this exam.` });
    if (errors.length > 0) {
      errors.sort((a, b) => a.line - b.line);
      const more = Math.max(0, errors.length - MOST_ERRORS);
      return { changed: 0, same: 0, errors: errors.slice(0, MOST_ERRORS), more };
    }
    const changed = new Set<string>();
    for (const piece of piecesOf(lines, PIECE)) {
      const wanted = JSON.stringify(piece);
      const written = await tx
        .update(enrolments)
        .set({ category: sql`wanted.category` })
        .from(sql`jsonb_to_recordset(${wanted}::text::jsonb) as wanted(uid text, category text)`)
        .where(
          and(
            ofTheExams,
            sql`${enrolments.uid} = wanted.uid and ${enrolments.category} <> wanted.category`,
          ),
        )
        .returning({ uid: enrolments.uid });
      for (const { uid } of written) changed.add(uid);
    }
    const report = { changed: changed.size, same: lines.length - changed.size, errors, more: 0 };
    if (changed.size === 0) return report;
    await tx
      .update(meritLists)
      .set({ version: row.version + 1 })
      .where(eq(meritLists.examId, examId));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'merit.categories-set',
      subject: examId,
      detail: { changed: changed.size, reason },
    });
    return report;
  });
}

/** A line is a UID, then a tab, comma or space, then the category. A line without a category removes the candidate's category. */
function* judgeLines(list: string): Generator<void, Judged> {
  const judged: Judged = { lines: [], errors: [] };
  const seen = new Map<string, number>();
  const categories = new Map<string, { data?: string | undefined }>([['', { data: '' }]]);
  for (const [at, text] of list.split('\n').entries()) {
    const line = at + 1;
    if (line % PIECE === 0) yield;
    const typed = text.trim();
    const [first = ''] = typed.split(/[\t,; ]/, 1);
    if (typed === '' || first.toUpperCase() === 'UID') continue;
    const uid = normaliseUid(first);
    const rest = typed.slice(first.length).replace(/^[\t,; ]+/, '');
    const named = categories.get(rest) ?? nameSchema.safeParse(rest);
    categories.set(rest, named);
    if (categories.size > MOST_CATEGORIES + 1)
      throw new Problem('invalid', { fields: { list: TOO_MANY } });
    const before = seen.get(uid);
    if (uid.length > 40) judged.errors.push({ line, message: 'That’s not a UID.' });
    else if (before !== undefined)
      judged.errors.push({ line, message: `Line ${before} also has ${uid}.` });
    else if (named.data === undefined)
      judged.errors.push({ line, message: 'A category has at most 40 characters.' });
    else judged.lines.push({ line, uid, category: named.data });
    seen.set(uid, before ?? line);
  }
  return judged;
}
