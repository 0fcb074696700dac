import { PageMeta } from '#web/shared/page-meta.tsx';
import { EmployersPage } from '#web/site/employers-page.tsx';

export default function EmployersRoute() {
  return (
    <>
      <PageMeta
        title="For employers"
        description="Hire candidates with a score for each subject, set an exam of your own, take apprentices, or hold an interview day."
      />
      <EmployersPage />
    </>
  );
}
