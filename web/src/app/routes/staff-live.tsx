import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { LiveScreen } from '#web/features/live/live-screen.tsx';

export default function LiveRoute() {
  return (
    <>
      <PageMeta title="Live" description="Watch the exams under way and decide on late answers." />
      <LiveScreen />
    </>
  );
}
