import { ActivityScreen } from '#web/desk/activity/activity-screen.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ActivityRoute() {
  return (
    <>
      <PageMeta title="Activity" description="Who did what, when and to what." />
      <ActivityScreen />
    </>
  );
}
