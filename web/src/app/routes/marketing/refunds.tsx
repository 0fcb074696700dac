import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { refunds } from '#web/site/content/legal/refunds.ts';
import { LegalPage } from '#web/site/legal-page.tsx';

export default function RefundsRoute() {
  return (
    <>
      <PageMeta title={refunds.title} description={refunds.description} />
      <LegalPage path={paths.refunds} text={refunds} />
    </>
  );
}
