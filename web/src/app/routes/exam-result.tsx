import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamResult } from '#web/features/results/exam-result.tsx';

export default function ExamResultRoute() {
  return (
    <>
      <PageMeta title="Your result" description="Your total score and the marks of each section." />
      <ExamResult />
    </>
  );
}
