// What the administrator watches: exams under way or opening today, with counts, and the sittings of one exam.
import {
  type LiveBoard,
  type LiveExam,
  type LiveRow,
  type LiveSittings,
  SILENCE_MS,
} from '#contract/desk/live.ts';
import { countByType } from '#db/queries/bank.ts';
import { countHeld } from '#db/queries/held.ts';
import {
  type LiveExamRow,
  type LiveSittingRow,
  type LiveWanted,
  listLiveExams,
  listLiveIds,
  readLiveExam,
  readLiveSittings,
  readNotStarted,
} from '#db/queries/live.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { weighSections } from '../exams/short-sections.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

const DAY_MS = 86_400_000;

export async function watchExams(deps: Deps): Promise<LiveBoard> {
  const now = deps.now();
  const dayStart = Math.floor((now + INDIA_AHEAD_MS) / DAY_MS) * DAY_MS - INDIA_AHEAD_MS;
  const rows = await listLiveExams(deps.db, {
    now,
    heardSince: now - SILENCE_MS,
    dayStart,
    dayEnd: dayStart + DAY_MS,
  });
  const mayStart = (row: LiveExamRow) => isUntouched(row) && !isOver(row, now);
  const bank = rows.some(mayStart) ? await countByType(deps.db.orm) : [];
  const holds = new Map(bank.map(({ type, count }) => [type, count]));
  return {
    exams: rows.map((row) => ({
      ...toLiveExam(row),
      ...(mayStart(row) && lacksQuestions(row, holds) && { lacksQuestions: true }),
    })),
    held: await countHeld(deps.db),
  };
}

const isUntouched = (row: LiveExamRow) => row.under_way + row.handed_in + row.closed === 0;

/** Whether nobody can start the exam any more. In an `own` exam, candidates who have paid still can. */
const isOver = ({ starts, duration_minutes, start, paid }: LiveExamRow, now: number) =>
  starts + duration_minutes * 60_000 <= now && (start === 'together' || paid === 0);

function lacksQuestions({ format, sections }: LiveExamRow, bank: Map<string, number>): boolean {
  const { wanted, short } = weighSections(sections, bank);
  return short.length > 0 || (wanted === 0 && format === 'MCQ');
}

/** @throws Problem not-found */
export async function watchSittings(
  deps: Deps,
  wanted: LiveWanted,
): Promise<{ sittings: LiveSittings; total: number }> {
  const now = deps.now();
  const heardSince = now - SILENCE_MS;
  const exam = await readLiveExam(deps.db, wanted.examId, heardSince);
  if (!exam) throw new Problem('not-found');
  const { ids, total } = await listLiveIds(deps.db, { ...wanted, heardSince });
  const rows: LiveRow[] =
    wanted.filter === 'not-started'
      ? (await readNotStarted(deps.db, ids)).map((person) => ({
          uid: person.uid,
          fullName: person.full_name,
          state: 'not-started',
          sitting: null,
        }))
      : (await readLiveSittings(deps.db, ids, heardSince)).map(toLiveRow);
  return { sittings: { now: new Date(now).toISOString(), exam: toLiveExam(exam), rows }, total };
}

function toLiveExam(row: LiveExamRow): LiveExam {
  return {
    examId: row.id,
    name: row.name,
    startsAt: new Date(row.starts).toISOString(),
    durationMinutes: row.duration_minutes,
    counts: {
      // The status stays Fees Paid until the sitting ends, so `paid` includes the candidates under way.
      'not-started': Math.max(0, row.paid - row.under_way),
      'under-way': row.under_way,
      silent: row.silent,
      'handed-in': row.handed_in,
      closed: row.closed,
      held: row.held,
    },
  };
}

function toLiveRow(row: LiveSittingRow): LiveRow {
  return {
    uid: row.uid,
    fullName: row.full_name,
    state: row.state,
    sitting: {
      sittingId: row.id,
      lastHeardAt: new Date(row.last_heard).toISOString(),
      deadline: new Date(row.deadline).toISOString(),
      extraSeconds: row.extra_seconds,
      deviceChanges: Math.max(0, row.epoch - 1),
      waiting: row.waiting,
      questions: row.questions,
      answered: row.answered,
      held: row.held_events,
      ...(row.late_work && { lateWork: row.late_work }),
    },
  };
}
