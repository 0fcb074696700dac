import { PageMeta } from '#web/shared/page-meta.tsx';
import { PartnersPage } from '#web/site/partners-page.tsx';

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
