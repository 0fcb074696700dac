import { PageMeta } from '#web/shared/page-meta.tsx';
import { JobSeekersPage } from '#web/site/job-seekers-page.tsx';

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
