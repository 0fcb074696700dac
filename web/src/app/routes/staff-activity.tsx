import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ActivityScreen } from '#web/features/activity/activity-screen.tsx';

export default function ActivityRoute() {
  return (
    <>
      <PageMeta title="Activity" description="Who did what, when and to what." />
      <ActivityScreen />
    </>
  );
}
