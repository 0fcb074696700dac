import { WatchedExams } from '#web/proctor/watched-exams.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ProctorRoute() {
  return (
    <>
      <PageMeta title="Your exams" description="The exams that you watch over as a proctor." />
      <WatchedExams />
    </>
  );
}
