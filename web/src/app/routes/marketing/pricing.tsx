import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { pricing } from '#web/features/marketing/content/legal/pricing.ts';
import { LegalPage } from '#web/features/marketing/legal-page.tsx';
import { paths } from '#web/lib/paths.ts';

export default function PricingRoute() {
  return (
    <>
      <PageMeta title={pricing.title} description={pricing.description} />
      <LegalPage path={paths.pricing} text={pricing} />
    </>
  );
}
