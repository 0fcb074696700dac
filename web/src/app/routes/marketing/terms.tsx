import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { terms } from '#web/site/content/legal/terms.ts';
import { LegalPage } from '#web/site/legal-page.tsx';

export default function TermsRoute() {
  return (
    <>
      <PageMeta title={terms.title} description={terms.description} />
      <LegalPage path={paths.terms} text={terms} />
    </>
  );
}
