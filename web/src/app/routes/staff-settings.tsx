import { SettingsScreen } from '#web/desk/settings/settings-screen.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function SettingsRoute() {
  return (
    <>
      <PageMeta title="Settings" description="Company, exam policies and connections." />
      <SettingsScreen />
    </>
  );
}
