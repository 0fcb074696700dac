import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { privacy } from '#web/site/content/legal/privacy.ts';
import { LegalPage } from '#web/site/legal-page.tsx';

export default function PrivacyRoute() {
  return (
    <>
      <PageMeta title={privacy.title} description={privacy.description} />
      <LegalPage path={paths.privacy} text={privacy} />
    </>
  );
}
