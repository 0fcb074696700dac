import { Suspense } from 'react';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { StartHiringPage } from '#web/site/start-hiring-page.tsx';

const HireUsForm = lazyPart(
  async () => (await import('#web/site/enquiries/hire-us-dialog.tsx')).HireUsForm,
);

export default function StartHiringRoute() {
  return (
    <>
      <PageMeta
        title="Start hiring"
        description="Tell us whom you look for. Name, number and a few lines about the work; a person calls you within 24 hours."
      />
      <StartHiringPage
        form={
          <Suspense>
            <HireUsForm />
          </Suspense>
        }
      />
    </>
  );
}
