import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamPage } from '#web/features/sitting/exam-page.tsx';

export default function ExamRoute() {
  return (
    <>
      <PageMeta
        title="Your exam"
        description="Sit your exam on this phone. Every answer is saved here first, also without network."
      />
      <ExamPage />
    </>
  );
}
