import { ExamResult } from '#web/candidate/results/exam-result.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ExamResultRoute() {
  return (
    <>
      <PageMeta title="Your result" description="Your total score and the marks of each section." />
      <ExamResult />
    </>
  );
}
