import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamManager } from '#web/features/exam-admin/exam-manager.tsx';

export default function ExamManagerRoute() {
  return (
    <>
      <PageMeta title="Exam Manager" description="Create, change and delete exams." />
      <ExamManager />
    </>
  );
}
