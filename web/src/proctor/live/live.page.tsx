/** Live (/adminlive): exams under way with their candidates, and late work that waits for a decision. */
import { useSearchParams } from 'react-router-dom';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DeskTabs } from '#web/shared/desk/desk-tabs.tsx';
import { ExamSittings } from './exam-sittings.tsx';
import { HeldList } from './held-list.tsx';
import { LiveExams, liveLinks } from './live-exams.tsx';

export default function LiveScreen() {
  const [asked] = useSearchParams();
  const isHeld = asked.get('tab') === 'held';
  const examId = asked.get('exam');
  return (
    <DeskPage title="Live">
      <DeskTabs
        label="Live"
        tabs={[
          { label: 'Exams now', to: liveLinks.board, current: !isHeld },
          { label: 'Late work to decide', to: liveLinks.held, current: isHeld },
        ]}
      />
      {isHeld && <HeldList />}
      {!isHeld && examId === null && <LiveExams />}
      {!isHeld && examId !== null && (
        <ExamSittings key={examId} examId={examId} filter={asked.get('filter')} />
      )}
    </DeskPage>
  );
}
