import { ExamScore } from '#web/desk/participants/exam-score.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ExamScoreRoute() {
  return (
    <>
      <PageMeta title="Exam Score" description="Participants and scores of an exam." />
      <ExamScore />
    </>
  );
}
