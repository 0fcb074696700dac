import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { refunds } from '#web/features/marketing/content/legal/refunds.ts';
import { LegalPage } from '#web/features/marketing/legal-page.tsx';
import { paths } from '#web/lib/paths.ts';

export default function RefundsRoute() {
  return (
    <>
      <PageMeta title={refunds.title} description={refunds.description} />
      <LegalPage path={paths.refunds} text={refunds} />
    </>
  );
}
