// Lists the imports of question files, and takes a whole import back: its questions leave the bank together, as long as nobody has sat
// with any of them.
import { and, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { ImportRow, ImportTakenBack } from '#contract/desk/questions.ts';
import type { Orm } from '#db/client.ts';
import { bumpBankVersion } from '#db/queries/bank.ts';
import { exams, imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { papers, preparedPapers } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** Recent imports only, because people notice a wrong file soon. */
const MOST_IMPORTS = 50;

/** Newest first. An import that added nothing is left out. */
export async function listImports(orm: Orm, now: number): Promise<ImportRow[]> {
  const inBank = sql<number>`(select count(*)::int from ${questions} where ${questions.importId} = ${imports.id} and ${questions.retiredAt} is null)`;
  const rows = await orm
    .select({
      ...{ id: imports.id, fileName: imports.fileName, questions: imports.questions, inBank },
      ...{ at: imports.startedAt, by: users.fullName, takenBackAt: imports.takenBackAt },
    })
    .from(imports)
    .leftJoin(users, eq(users.uid, imports.startedBy))
    .where(and(eq(imports.state, 'done'), or(isNull(imports.questions), ne(imports.questions, 0))))
    .orderBy(desc(imports.startedAt), imports.id)
    .limit(MOST_IMPORTS);
  const drawing = await drawOn(orm, { ids: rows.map(({ id }) => id), now });
  return rows.map(({ at, takenBackAt, ...row }) => ({
    ...row,
    exams: drawing(row.id),
    at: at.toISOString(),
    takenBackAt: takenBackAt?.toISOString() ?? null,
  }));
}

/** @returns by import, the names of the exams whose papers may still be drawn from its questions in the bank */
async function drawOn(
  orm: Orm,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<(id: string) => string[]> {
  const types = await orm
    .selectDistinct({ id: questions.importId, type: questions.type })
    .from(questions)
    .where(and(inArray(questions.importId, [...ids]), isNull(questions.retiredAt)));
  const { name, status, sections, startsAt, durationMinutes } = exams;
  const kept = await orm
    .select({ name, status, sections, startsAt, durationMinutes })
    .from(exams)
    .where(and(isNull(exams.hiddenAt), isNull(exams.archivedFrom)))
    .orderBy(desc(exams.startsAt), exams.id);
  const open = kept.filter(
    (exam) =>
      exam.status === 'Active' || exam.startsAt.getTime() + exam.durationMinutes * 60_000 > now,
  );
  return (id) => {
    const held = new Set(types.flatMap((row) => (row.id === id ? [row.type] : [])));
    return open.flatMap((exam) =>
      exam.sections.some(({ fieldType, fieldCount }) => fieldCount > 0 && held.has(fieldType))
        ? [exam.name]
        : [],
    );
  };
}

/**
 * A candidate who opens a sealed paper on a phone may still sit with a question of the import, so such a question is archived; the others
 * are erased. The revisions stay, because a paper may be drawn from them at this moment.
 * @throws Problem not-found, changed-meanwhile (taken back already), invalid (some of its questions were sat)
 */
export async function takeBackImport(
  deps: Deps,
  actor: string,
  id: string,
  reason: string,
): Promise<ImportTakenBack> {
  return deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), eq(imports.state, 'done')))
      .for('update');
    if (!found) throw new Problem('not-found');
    if (found.takenBackAt) throw new Problem('changed-meanwhile');
    const ofIt = eq(questions.importId, id);
    const [sat] = await tx
      .select({ papers: count() })
      .from(papers)
      .where(holdsAny(papers, id, found.startedAt));
    if (sat && sat.papers > 0) throw new Problem('invalid', { sentence: whyNot(sat.papers) });
    const onPhones = sql`${questions.id} in (
      select ${questionRevisions.questionId} from ${questionRevisions} where ${questionRevisions.id} in (
        select ${itemsOf(preparedPapers)} from ${preparedPapers} where ${preparedPapers.drawnAt} >= ${found.startedAt.toISOString()}::timestamptz))`;
    const now = new Date(deps.now());
    const archived = await tx
      .update(questions)
      .set({ retiredAt: now })
      .where(and(ofIt, isNull(questions.retiredAt), onPhones))
      .returning({ id: questions.id });
    const erased = await tx
      .delete(questions)
      .where(and(ofIt, sql`not (${onPhones})`))
      .returning({ id: questions.id });
    await tx.update(imports).set({ takenBackAt: now }).where(eq(imports.id, id));
    await bumpBankVersion(tx);
    const done = { questions: erased.length + archived.length, archived: archived.length };
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'questions.taken-back',
      subject: id,
      detail: { fileName: found.fileName, ...done, reason },
    });
    return done;
  });
}

const whyNot = (begun: number) =>
  `${begun === 1 ? '1 candidate has begun a paper' : `${begun} candidates have begun papers`} with questions from this import, so you can’t take it all back. Archive the questions that no exam should draw any more.`;

type Papers = typeof papers | typeof preparedPapers;

const itemsOf = ({ sections }: Papers) =>
  sql`jsonb_array_elements_text(jsonb_path_query_array(${sections}, '$[*].items[*]'))::int`;

/** A paper drawn before the import can't hold its questions, so the date comes first and such papers aren't even unpacked. */
const holdsAny = (table: Papers, importId: string, since: Date) => sql`
  ${table.drawnAt} >= ${since.toISOString()}::timestamptz and exists (
    select 1 from (select ${itemsOf(table)} as item) as items where items.item in (
      select ${questionRevisions.id} from ${questionRevisions}
      join ${questions} on ${questions.id} = ${questionRevisions.questionId}
      where ${questions.importId} = ${importId}))`;
