import { Suspense } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { StartHiringPage } from '#web/features/marketing/start-hiring-page.tsx';
import { lazyPart } from '../../lazy-part.ts';

const HireUsForm = lazyPart(
  async () => (await import('#web/features/enquiries/hire-us-dialog.tsx')).HireUsForm,
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
