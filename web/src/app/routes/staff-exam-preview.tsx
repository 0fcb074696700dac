import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamPreview } from '#web/features/exam-admin/exam-preview.tsx';

export default function ExamPreviewRoute() {
  return (
    <>
      <PageMeta title="Preview of an exam" description="An exam as a candidate sees it." />
      <ExamPreview />
    </>
  );
}
