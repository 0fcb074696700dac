import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamScore } from '#web/features/participants/exam-score.tsx';

export default function ExamScoreRoute() {
  return (
    <>
      <PageMeta title="Exam Score" description="Participants and scores of an exam." />
      <ExamScore />
    </>
  );
}
