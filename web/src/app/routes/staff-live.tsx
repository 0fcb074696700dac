import { LiveScreen } from '#web/proctor/live/live-screen.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function LiveRoute() {
  return (
    <>
      <PageMeta title="Live" description="Watch the exams under way and decide on late answers." />
      <LiveScreen />
    </>
  );
}
