/** Live (/adminlive): exams under way with their people, and late answers that wait for a decision. */
import { Link, useSearchParams } from 'react-router-dom';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { ExamBoard } from './exam-board.tsx';
import { ExamSittings } from './exam-sittings.tsx';
import { HeldList } from './held-list.tsx';
import styles from './live.module.css';
import { liveLinks } from './live-links.ts';

/** What is looked at stands in the address, so that it can be linked to and survives a reload. */
export default function LiveScreen() {
  const [asked] = useSearchParams();
  const isHeld = asked.get('tab') === 'held';
  const examId = asked.get('exam');
  return (
    <DeskPage title="Live">
      <nav className={styles.tabs} aria-label="Live">
        <Link
          to={liveLinks.board}
          className={styles.tab}
          aria-current={isHeld ? undefined : 'page'}
        >
          Exams now
        </Link>
        <Link to={liveLinks.held} className={styles.tab} aria-current={isHeld ? 'page' : undefined}>
          Late answers to decide
        </Link>
      </nav>
      {isHeld && <HeldList />}
      {!isHeld && examId === null && <ExamBoard />}
      {!isHeld && examId !== null && (
        <ExamSittings key={examId} examId={examId} filter={asked.get('filter')} />
      )}
    </DeskPage>
  );
}
