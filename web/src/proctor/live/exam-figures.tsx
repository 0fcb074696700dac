/** How many people of an exam are in each state; each figure leads to those people. */
import { Link, useSearchParams } from 'react-router-dom';
import type { LiveExam, LiveFilter } from '#contract/desk/live.ts';
import { liveFilters } from '#contract/desk/live.ts';
import { classNames } from '#web/ui/class-names.ts';
import { filterNames } from './in-words.ts';
import styles from './live.module.css';
import { liveLinks } from './live-links.ts';

interface ExamFiguresProps {
  exam: LiveExam;
  /** The figure whose people are shown; null where none are. */
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

/** Beside who is under way. */
const partOfUnderWay = 'of them silent for over 2 minutes';

function countOf({ counts }: LiveExam, filter: LiveFilter): number {
  if (filter !== 'started') return counts[filter];
  return counts['under-way'] + counts['handed-in'] + counts.closed;
}
