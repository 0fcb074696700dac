import { PageMeta } from '#web/shared/page-meta.tsx';
import { ServicesPage } from '#web/site/services-page.tsx';

export default function ServicesRoute() {
  return (
    <>
      <PageMeta
        title="Services for companies"
        description="Recruitment, staffing, virtual assistants, IT, automation, accounting, BPO and AMC from one company in Hyderabad."
      />
      <ServicesPage />
    </>
  );
}
