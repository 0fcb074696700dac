// Changes, archives or removes a question. Papers keep the revision they were drawn with: a change always makes a new revision, and a
// question that a paper holds is archived, not erased.
import { and, eq, ne } from 'drizzle-orm';
import type { QuestionChanged, QuestionDraft } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Orm } from '#db/client.ts';
import { bumpBankVersion, inArchive, inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { nineColumns, toRow } from '../../question-files/judge/judge-items.ts';
import { judgeRow } from '../../question-files/judge/judge-row.ts';
import type { QuestionContent } from '../../question-files/question-file.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { contentHash, countPapers, isPrepared, toQuestion } from './revisions.ts';

/** @throws Problem not-found, invalid, changed-meanwhile */
export async function changeQuestion(
  deps: Deps,
  actor: string,
  id: string,
  draft: QuestionDraft,
): Promise<QuestionChanged> {
  const judged = judgeDraft(draft);
  return deps.db.transaction(async (tx) => {
    const standing = await lockQuestion(tx, id, draft.version);
    const wanted = { ...judged, alsoCorrect: furtherRight(draft, standing) };
    if (isSame(standing, wanted)) return { ...toQuestion(standing), affectedSittings: 0 };
    const hash = contentHash(wanted);
    await refuseTwin(tx, id, hash);
    const now = new Date(deps.now());
    const [revision] = await tx
      .insert(questionRevisions)
      .values({ ...wanted, questionId: id, createdAt: now })
      .returning();
    if (!revision) throw new Error('The revision was not written');
    await tx
      .update(questions)
      .set({ revisionId: revision.id, type: wanted.type, contentHash: hash })
      .where(eq(questions.id, id));
    await bumpBankVersion(tx);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'question.changed',
      subject: id,
      detail: { from: standing.id, to: revision.id },
    });
    const affectedSittings = scoresDiffer(standing, wanted) ? await countPapers(tx, id) : 0;
    return { ...toQuestion(revision), affectedSittings };
  });
}

/** The question, and the version that the administrator saw; without a version the current one is meant. */
type Which = { id: string; version?: number | undefined };

/** @throws Problem not-found, changed-meanwhile */
export async function removeQuestion(deps: Deps, actor: string, which: Which): Promise<void> {
  const { id, version } = which;
  await deps.db.transaction(async (tx) => {
    await lockQuestion(tx, id, version);
    const papers = await countPapers(tx, id);
    const isUsed = papers > 0 || (await isPrepared(tx, id));
    // The revisions stay in either case, because a paper may be drawn from them at this moment.
    if (isUsed)
      await tx
        .update(questions)
        .set({ retiredAt: new Date(deps.now()) })
        .where(eq(questions.id, id));
    else await tx.delete(questions).where(eq(questions.id, id));
    await bumpBankVersion(tx);
    await recordAudit(tx, deps.now(), {
      actor,
      action: isUsed ? 'question.retired' : 'question.erased',
      subject: id,
      detail: { papers },
    });
  });
}

async function refuseTwin(tx: Orm, id: string, hash: string): Promise<void> {
  const [twin] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(inBank, eq(questions.contentHash, hash), ne(questions.id, id)))
    .limit(1);
  if (twin)
    throw new Problem('invalid', {
      sentence: 'The same question is already in the bank.',
      fields: { Questions: 'The same question is already in the bank.' },
    });
}

/**
 * Takes a question out of the bank, used or not. It can be brought back.
 * @throws Problem not-found, changed-meanwhile
 */
export async function archiveQuestion(deps: Deps, actor: string, which: Which): Promise<void> {
  const { id, version } = which;
  await deps.db.transaction(async (tx) => {
    await lockQuestion(tx, id, version);
    await setArchived(deps, tx, actor, id, new Date(deps.now()));
  });
}

/** @throws Problem not-found; invalid when the bank has the same question by now */
export async function bringBackQuestion(deps: Deps, actor: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [archived] = await tx
      .select({ hash: questions.contentHash })
      .from(questions)
      .where(and(inArchive, eq(questions.id, id)))
      .for('update');
    if (!archived) throw new Problem('not-found');
    await refuseTwin(tx, id, archived.hash);
    await setArchived(deps, tx, actor, id, null);
  });
}

async function setArchived(
  deps: Deps,
  tx: Orm,
  actor: string,
  id: string,
  at: Date | null,
): Promise<void> {
  await tx.update(questions).set({ retiredAt: at }).where(eq(questions.id, id));
  await bumpBankVersion(tx);
  await recordAudit(tx, deps.now(), {
    actor,
    action: at ? 'question.retired' : 'question.brought-back',
    subject: id,
    detail: {},
  });
}

type Revision = typeof questionRevisions.$inferSelect;

/**
 * The current revision, with the question locked until the transaction ends.
 * @param seen the version that the administrator saw; undefined means the current one
 */
async function lockQuestion(tx: Orm, id: string, seen?: number): Promise<Revision> {
  const [question] = await tx
    .select({ revisionId: questions.revisionId })
    .from(questions)
    .where(and(inBank, eq(questions.id, id)))
    .for('update');
  if (!question) throw new Problem('not-found');
  const [revision] = await tx
    .select()
    .from(questionRevisions)
    .where(eq(questionRevisions.id, question.revisionId));
  if (!revision) throw new Error(`Question ${id} has no revision ${question.revisionId}`);
  if (seen !== undefined && seen !== revision.id) throw new Problem('changed-meanwhile');
  return revision;
}

/** The places of further correct options, in the order of the options. */
function furtherRight({ CorrectAnswer, AlsoCorrect }: QuestionDraft, standing: Revision): number[] {
  const places = [...optionNames.keys()];
  return places.filter((place) => {
    const name = optionNames[place];
    const isMeant = AlsoCorrect
      ? AlsoCorrect.some((other) => other === name)
      : standing.alsoCorrect.includes(place);
    return isMeant && name !== CorrectAnswer;
  });
}

const sameOptions = (a: Revision, b: Wanted) =>
  a.options.every((option, at) => option === b.options[at]);

/** The texts of all correct options, whichever of them the key names first. */
const rightTexts = ({ options, correct, alsoCorrect }: Omit<Revision, 'id'> | Wanted) =>
  JSON.stringify([correct, ...alsoCorrect].map((place) => options[place]).sort());

function scoresDiffer(a: Revision, b: Wanted): boolean {
  return (
    rightTexts(a) !== rightTexts(b) || a.weightage !== b.weightage || a.negative !== b.negative
  );
}

function isSame(a: Revision, b: Wanted): boolean {
  return (
    a.type === b.type &&
    a.text === b.text &&
    sameOptions(a, b) &&
    a.correct === b.correct &&
    `${a.alsoCorrect}` === `${b.alsoCorrect}` &&
    a.weightage === b.weightage &&
    a.negative === b.negative
  );
}

/** A question that passed the same rules as a row of an uploaded file. */
type SoundQuestion = QuestionContent & {
  correct: number;
  weightage: number;
  negative: number;
};
type Wanted = SoundQuestion & { alsoCorrect: number[] };

/** @returns marks in hundredths. @throws Problem invalid, naming the field */
function judgeDraft(draft: QuestionDraft): SoundQuestion {
  const row = toRow(1, {
    ...draft,
    Weightage: String(draft.Weightage),
    Negative: String(draft.Negative),
  });
  const judged = judgeRow(row, nineColumns);
  if (judged.is !== 'draft') {
    const field = judged.is === 'refused' ? judged.column : 'Questions';
    const message =
      judged.is === 'refused' ? judged.message : 'Please fill in the question and its options.';
    throw new Problem('invalid', { fields: { [field]: message } });
  }
  const {
    type,
    text,
    options,
    weightageHundredths: weightage,
    negativeHundredths: negative,
  } = judged.draft;
  return {
    type,
    text,
    options,
    weightage,
    negative,
    correct: optionNames.indexOf(draft.CorrectAnswer),
  };
}
