import { ExamManager } from '#web/desk/exams/exam-manager.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ExamManagerRoute() {
  return (
    <>
      <PageMeta title="Exam Manager" description="Create, change and delete exams." />
      <ExamManager />
    </>
  );
}
