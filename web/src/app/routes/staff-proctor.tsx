import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { WatchedExams } from '#web/features/proctor/watched-exams.tsx';

export default function ProctorRoute() {
  return (
    <>
      <PageMeta title="Your exams" description="The exams that you watch over as a proctor." />
      <WatchedExams />
    </>
  );
}
