import { ExamPreview } from '#web/desk/exams/exam-preview.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ExamPreviewRoute() {
  return (
    <>
      <PageMeta title="Preview of an exam" description="An exam as a candidate sees it." />
      <ExamPreview />
    </>
  );
}
