import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { PartnersPage } from '#web/features/marketing/partners-page.tsx';

export default function PartnersRoute() {
  return (
    <>
      <PageMeta
        title="Our partners"
        description="The apprenticeship scheme, the industry association and the quality certification behind our exams, and how to become a partner."
      />
      <PartnersPage />
    </>
  );
}
