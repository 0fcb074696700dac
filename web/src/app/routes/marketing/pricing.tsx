import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { pricing } from '#web/site/content/legal/pricing.ts';
import { LegalPage } from '#web/site/legal-page.tsx';

export default function PricingRoute() {
  return (
    <>
      <PageMeta title={pricing.title} description={pricing.description} />
      <LegalPage path={paths.pricing} text={pricing} />
    </>
  );
}
