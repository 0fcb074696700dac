import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { privacy } from '#web/features/marketing/content/legal/privacy.ts';
import { LegalPage } from '#web/features/marketing/legal-page.tsx';
import { paths } from '#web/lib/paths.ts';

export default function PrivacyRoute() {
  return (
    <>
      <PageMeta title={privacy.title} description={privacy.description} />
      <LegalPage path={paths.privacy} text={privacy} />
    </>
  );
}
