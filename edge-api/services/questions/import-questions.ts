// Imports a question file into the bank: all rows or none (or all sound rows, on request), without making others wait. Rows are stored a
// hundred at a time and count only once a small last transaction says so.
import { setImmediate } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { cleanText, comparable, shortened } from '#api/question-files/judge/clean-text.ts';
import { parseQuestionFile, type Watch } from '#api/question-files/parse-question-file.ts';
import type { FileReading, ParsedQuestion } from '#api/question-files/question-file.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { fileProblem, oneFileAtATime } from '#api/services/files/read-file.ts';
import { newId } from '#api/services/new-id.ts';
import {
  type ImportProgress,
  type ImportReport,
  type ImportSample,
  MOST_NOTES,
  type RowNote,
} from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import {
  addQuestions,
  beginImport,
  bumpBankVersion,
  countByType,
  findCutOff,
  type KnownQuestion,
  knownQuestions,
  type NewQuestion,
  removeImport,
} from '#db/queries/bank.ts';
import { imports } from '#db/schema/exams.ts';
import { typeKey } from '../../question-files/judge/item.ts';
import { contentHash } from './revisions.ts';

type Upload = { bytes: Uint8Array; fileName: string; dryRun: boolean; partial: boolean };

/** A caller that waits for an import and wants to know its progress. */
export type Watcher = {
  /** When aborted, nothing is added, and rows already stored are removed, unless the import was complete. */
  signal?: AbortSignal;
  onProgress?: (progress: Omit<ImportProgress, 'is'>) => void;
};

/** The report, and the full lists of notes, which the report may shorten. */
type Import = { report: ImportReport; notes: AllNotes };

/** @throws Problem file-refused, wrong-file-kind, too-large, import-under-way, unavailable */
export async function importQuestions(
  deps: Deps,
  actor: string,
  upload: Upload,
  { signal, onProgress = () => undefined }: Watcher = {},
): Promise<Import> {
  const reading = await readUpload(upload.bytes, upload.fileName, {
    signal,
    onRows: (rows) => onProgress({ stage: 'reading', rows, of: null }),
  });
  const wanted = reading.errors.length === 0 || upload.partial;
  const importId = upload.dryRun || !wanted ? null : await begin(deps, actor, upload.fileName);
  const step = (stage: ImportProgress['stage'], of: number) => (rows: number) => {
    signal?.throwIfAborted();
    onProgress({ stage, rows, of });
  };
  try {
    const sorted = await sortOut(deps.db, reading.rows, step('comparing', reading.rows.length));
    const { fresh } = sorted;
    const questions = fresh.map(({ question }) => question);
    if (importId) await store(deps, actor, importId, questions, step('storing', fresh.length));
    return makeReport(reading, sorted, wanted);
  } catch (error) {
    if (importId) await removeImport(deps.db, importId);
    throw error;
  }
}

async function begin(deps: Deps, actor: string, fileName: string): Promise<string> {
  const id = newId();
  const begun = { id, fileName: cleanText([...fileName].slice(0, 200).join('')), actor };
  if (await beginImport(deps.db, deps.now(), begun)) return id;
  for (const silent of await findCutOff(deps.db, deps.now(), false))
    await removeImport(deps.db, silent);
  if (await beginImport(deps.db, deps.now(), begun)) return id;
  throw new Problem('import-under-way', { retryAfter: 60 });
}

/** Removes what an import cut off by a crash left behind. Call it when the server starts. */
export async function removeCutOffImports(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const alone = deps.db.kind === 'pglite'; // no other process can have this database open
  const found = await findCutOff(deps.db, deps.now(), alone);
  for (const id of found) await removeImport(deps.db, id);
  return found.length;
}

async function store(
  deps: Deps,
  actor: string,
  importId: string,
  questions: readonly NewQuestion[],
  onRows: (done: number) => void,
): Promise<void> {
  const cutOff = () =>
    new Problem('unavailable', {
      sentence: 'The import took too long and was cancelled. Nothing was added. Please try again.',
      retryAfter: 1,
    });
  let done = 0;
  for (const chunk of chunksOf(questions)) {
    done += chunk.length;
    onRows(done);
    if (!(await addQuestions(deps.db, deps.now(), importId, chunk))) throw cutOff();
    await setImmediate(); // requests that arrived meanwhile get their turn
  }
  await deps.db.transaction(async (tx) => {
    const done = await tx
      .update(imports)
      .set({ state: 'done', heardAt: new Date(deps.now()), questions: questions.length })
      .where(and(eq(imports.id, importId), eq(imports.state, 'running')))
      .returning({ fileName: imports.fileName });
    if (!done[0]) throw cutOff();
    await bumpBankVersion(tx);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'questions.imported',
      subject: importId,
      detail: { fileName: done[0].fileName, questions: questions.length },
    });
  });
}

// Reads an uploaded question file into rows, or throws a refusal that tells the sender what to do.

/** @throws Problem file-refused, wrong-file-kind, too-large, unavailable */
async function readUpload(bytes: Uint8Array, fileName: string, watch: Watch): Promise<FileReading> {
  const outcome = await oneFileAtATime(() => parseQuestionFile(bytes, fileName, watch));
  if (outcome.ok) return outcome;
  throw fileProblem(outcome);
}

// The report on an imported file: totals, every refused row, the first of the other notes, and three sample questions.

type AllNotes = { errors: RowNote[]; warnings: RowNote[]; repeats: RowNote[] };

/** @param wanted whether the new questions are added, or only reported */
function makeReport(
  reading: FileReading,
  { fresh, known }: Sorted,
  wanted: boolean,
): { report: ImportReport; notes: AllNotes } {
  const { errors, warnings } = reading;
  const repeats = [...reading.duplicates, ...known];
  const report = {
    format: reading.format,
    inserted: wanted ? fresh.length : 0,
    duplicates: repeats.length,
    inBank: known.length,
    refused: errors.length,
    warned: warnings.length,
    errors,
    warnings: warnings.slice(0, MOST_NOTES),
    repeats: repeats.slice(0, MOST_NOTES),
    types: countTypes(fresh),
    samples: pickSamples(fresh),
  };
  return { report, notes: { errors, warnings, repeats } };
}

/** The first, the middle and the last question, because a file's style can change along the way. */
function pickSamples(fresh: readonly Fresh[]): ImportSample[] {
  const places = new Set([0, Math.floor((fresh.length - 1) / 2), fresh.length - 1]);
  return [...places].flatMap((place) => {
    const chosen = fresh[place];
    return chosen ? [toSample(chosen)] : [];
  });
}

function toSample({ from, question }: Fresh): ImportSample {
  const [OptionOne, OptionTwo, OptionThree, OptionFour] = from.options;
  return {
    sheet: from.sheet,
    row: from.row,
    Questions: question.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer: optionNames[from.correct],
    Weightage: question.weightage / 100,
    Negative: question.negative / 100,
    Type: question.type,
  };
}

// Compares the rows of a file with the bank: new rows, as the bank will store them, and rows that the bank already holds.

/** Rows at a time; a hundred occupy the embedded database for about ten milliseconds. */
const CHUNK = 100;

/** A row that is new to the bank: where it was read, and what to store. */
type Fresh = { from: ParsedQuestion; question: NewQuestion };
type Sorted = { fresh: Fresh[]; known: RowNote[] };

/**
 * Splits the rows into those that are new to the bank and notes on those that it already holds.
 * @param onRows gets the number of rows up to the end of a piece, just before that piece is looked up; if it throws, the work ends
 */
async function sortOut(
  db: Database,
  rows: readonly ParsedQuestion[],
  onRows: (done: number) => void,
): Promise<Sorted> {
  const spelled = new Map((await countByType(db.orm)).map(({ type }) => [typeKey(type), type]));
  const fresh: Fresh[] = [];
  const known: RowNote[] = [];
  let done = 0;
  for (const chunk of chunksOf(rows)) {
    done += chunk.length;
    onRows(done);
    const hashes = chunk.map(contentHash);
    const held = await knownQuestions(db, hashes);
    chunk.forEach((row, at) => {
      const hash = hashes[at] ?? '';
      const same = held.filter(({ content_hash }) => content_hash === hash);
      if (same.length > 0)
        known.push({
          sheet: row.sheet,
          row: row.row,
          column: 'Questions',
          message: inBankAlready(row, same),
        });
      else
        fresh.push({
          from: row,
          question: toNewQuestion(
            row,
            hash,
            spelled.get(typeKey(row.type)) ?? row.type,
            fresh.length,
          ),
        });
    });
    await setImmediate();
  }
  return { fresh, known };
}

/** Says when the bank's key or marks differ, so that someone who corrects them in a file and sends it again learns that nothing was changed. */
function inBankAlready(row: ParsedQuestion, same: readonly KnownQuestion[]): string {
  const said = 'This question is already in the bank';
  const answer = comparable(row.options[row.correct]);
  const alike = same.filter((known) => comparable(known.answer) === answer);
  const [other] = same;
  if (alike.length === 0 && other)
    return `${said}, with another right answer: "${shortened(other.answer)}". Nothing was changed there. Please check which is right.`;
  const isSame = alike.some(
    ({ weightage, negative }) =>
      weightage === row.weightageHundredths && negative === row.negativeHundredths,
  );
  return isSame ? `${said}.` : `${said}, with other marks. Nothing was changed there.`;
}

function toNewQuestion(
  row: ParsedQuestion,
  hash: string,
  type: string,
  position: number,
): NewQuestion {
  const {
    text,
    options,
    correct,
    weightageHundredths: weightage,
    negativeHundredths: negative,
  } = row;
  return { id: newId(), position, type, text, options, correct, weightage, negative, hash };
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}

function countTypes(fresh: readonly Fresh[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const {
    question: { type },
  } of fresh)
    counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => a.type.localeCompare(b.type));
}
