import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { StaffManager } from '#web/features/staff/staff-manager.tsx';

export default function StaffRoute() {
  return (
    <>
      <PageMeta title="Staff" description="Proctor accounts and the exams they watch over." />
      <StaffManager />
    </>
  );
}
