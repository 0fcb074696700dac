/** The exams under way or opening today, each with its figures. */
import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  type LiveBoard,
  type LiveExam,
  type LiveFilter,
  liveBoardSchema,
  liveFilters,
} from '#contract/desk/live.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { formatDateTime, formatDuration } from '#web/shared/format.ts';
import { api, type CallOptions } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { serverNow } from '#web/shared/server-now.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { filterNames } from './in-words.ts';
import styles from './live.module.css';
import { RefreshedLine, useRefreshed } from './use-refreshed.tsx';

export function LiveExams() {
  const refreshed = useRefreshed(
    useCallback((options: CallOptions) => api.get('live', liveBoardSchema, options), []),
  );
  return (
    <>
      <RefreshedLine refreshed={refreshed} />
      <DeskList
        asked={refreshed.asked}
        loadingLabel="Loading the exams…"
        failedTitle="We couldn’t load the exams"
      >
        {(board) => <Board board={board} />}
      </DeskList>
    </>
  );
}

function Board({ board: { exams, held } }: { board: LiveBoard }) {
  return (
    <>
      {held > 0 && (
        <Notice tone="warn">
          <p>
            Late work from{' '}
            {held === 1 ? '1 candidate' : `${held.toLocaleString('en-IN')} candidates`} needs
            checking or a decision. <Link to={liveLinks.held}>See it</Link>
          </p>
        </Notice>
      )}
      {exams.length === 0 ? (
        <EmptyState icon="clock" title="No exams under way.">
          <p>Exams under way, and those that open today, will appear here automatically.</p>
        </EmptyState>
      ) : (
        <ul className={styles.exams}>
          {exams.map((exam) => (
            <li key={exam.examId} className={classNames(styles.exam, styles.slim)}>
              <div className={styles.titles}>
                <h2 className={styles.name}>{exam.name}</h2>
                <ExamTimes exam={exam} />
                <BoardLink examId={exam.examId} />
              </div>
              {exam.lacksQuestions && (
                <Notice tone="warn">
                  <p>
                    Candidates can’t start it: it doesn’t have enough questions.{' '}
                    <Link to={paths.examManager}>Open the Exam Manager</Link>
                  </p>
                </Notice>
              )}
              <ExamFigures exam={exam} current={null} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function ExamTimes({ exam }: { exam: LiveExam }) {
  return (
    <p className={styles.times}>
      {Date.parse(exam.startsAt) > serverNow() ? 'Opens' : 'Opened'} {formatDateTime(exam.startsAt)}{' '}
      · {formatDuration(exam.durationMinutes)}
    </p>
  );
}

/** A link to the proctor's board, where extra time, a pause, another phone or the start code can be given. */
export function BoardLink({ examId }: { examId: string }) {
  const search = `?${new URLSearchParams({ exam: examId })}`;
  return <Link to={{ pathname: paths.proctor, search }}>Open the proctor’s board</Link>;
}

/** How many candidates of an exam are in each state; each figure leads to those candidates. */
interface ExamFiguresProps {
  exam: LiveExam;
  /** The figure whose candidates are listed; null when none are. */
  current: LiveFilter | null;
}

export function ExamFigures({ exam, current }: ExamFiguresProps) {
  const [address] = useSearchParams();
  return (
    <ul className={styles.figures}>
      {liveFilters.map((filter) => {
        const figure = countOf(exam, filter);
        const isUrgent = figure > 0 && (filter === 'silent' || filter === 'held');
        return (
          <li key={filter}>
            <Link
              to={liveLinks.sittings(exam.examId, filter, address)}
              className={classNames(styles.figure, isUrgent && styles.urgent)}
              aria-current={filter === current ? 'true' : undefined}
            >
              <strong>{figure.toLocaleString('en-IN')}</strong>{' '}
              <span>{filter === 'silent' ? partOfUnderWay : filterNames[filter]}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Label of the silent figure, which stands beside the number under way and is part of it. */
const partOfUnderWay = 'of them silent for over 2 minutes';

function countOf({ counts }: LiveExam, filter: LiveFilter): number {
  if (filter !== 'started') return counts[filter];
  return counts['under-way'] + counts['handed-in'] + counts.closed;
}

/** Search parameters that stay in the address when another figure is chosen. */
const KEPT: readonly string[] = ['search', 'sort', 'order'];

export const liveLinks = {
  board: { search: '' },
  held: { search: '?tab=held' },
  /** @param address the current address, whose search and order stay */
  sittings: (examId: string, filter: LiveFilter, address: URLSearchParams) => {
    const stays = [...address].filter(([name]) => KEPT.includes(name));
    return { search: `?${new URLSearchParams([['exam', examId], ['filter', filter], ...stays])}` };
  },
} as const;
