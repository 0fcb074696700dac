import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { JobSeekersPage } from '#web/features/marketing/job-seekers-page.tsx';

export default function JobSeekersRoute() {
  return (
    <>
      <PageMeta
        title="For job seekers"
        description="Five ways into work: one exam on your phone, work in Germany, US CMA, US CPA, and CRM and AI for women."
      />
      <JobSeekersPage />
    </>
  );
}
