import { StaffManager } from '#web/desk/staff/staff-manager.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function StaffRoute() {
  return (
    <>
      <PageMeta title="Staff" description="Proctor accounts and the exams they watch over." />
      <StaffManager />
    </>
  );
}
