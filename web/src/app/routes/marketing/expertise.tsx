import { PageMeta } from '#web/shared/page-meta.tsx';
import { ExpertisePage } from '#web/site/expertise-page.tsx';

export default function ExpertiseRoute() {
  return (
    <>
      <PageMeta
        title="Our expertise"
        description="The fields we hire for, from accounting to automation and work in Germany: which posts we fill and what we test."
      />
      <ExpertisePage />
    </>
  );
}
