import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx';

export default function SettingsRoute() {
  return (
    <>
      <PageMeta title="Settings" description="Company, exam policies and connections." />
      <SettingsScreen />
    </>
  );
}
