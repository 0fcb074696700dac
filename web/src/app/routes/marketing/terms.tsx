import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { terms } from '#web/features/marketing/content/legal/terms.ts';
import { LegalPage } from '#web/features/marketing/legal-page.tsx';
import { paths } from '#web/lib/paths.ts';

export default function TermsRoute() {
  return (
    <>
      <PageMeta title={terms.title} description={terms.description} />
      <LegalPage path={paths.terms} text={terms} />
    </>
  );
}
