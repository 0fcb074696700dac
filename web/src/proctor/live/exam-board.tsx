/** The exams under way or opening today, each with its figures. */
import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { type LiveBoard, type LiveExam, liveBoardSchema } from '#contract/desk/live.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { formatDateTime, formatDuration } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { ExamFigures } from './exam-figures.tsx';
import styles from './live.module.css';
import { liveLinks } from './live-links.ts';
import { RefreshedLine, useRefreshed } from './use-refreshed.tsx';

export function ExamBoard() {
  const refreshed = useRefreshed(
    useCallback((signal: AbortSignal) => api.get('live', liveBoardSchema, { signal }), []),
  );
  return (
    <>
      <RefreshedLine refreshed={refreshed} />
      <DeskList
        asked={refreshed.asked}
        loadingLabel="Loading the exams…"
        failedTitle="The exams could not be loaded"
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
        <EmptyState icon="clock" title="No exam is under way.">
          <p>Exams that open today, and exams under way, appear here automatically.</p>
        </EmptyState>
      ) : (
        <ul className={styles.exams}>
          {exams.map((exam) => (
            <li key={exam.examId} className={classNames(styles.exam, styles.slim)}>
              <div className={styles.titles}>
                <h2 className={styles.name}>{exam.name}</h2>
                <ExamTimes exam={exam} />
              </div>
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
      {Date.parse(exam.startsAt) > Date.now() ? 'Opens' : 'Opened'} {formatDateTime(exam.startsAt)}{' '}
      · {formatDuration(exam.durationMinutes)} for each candidate
    </p>
  );
}
