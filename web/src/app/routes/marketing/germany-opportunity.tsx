import { Suspense } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { germany } from '#web/features/marketing/content/germany.ts';
import { Germany } from '#web/features/marketing/germany.tsx';
import { paths } from '#web/lib/paths.ts';
import { lazyPart } from '../../lazy-part.ts';

const Form = lazyPart(async () => {
  const { GermanyForm } = await import('#web/features/enquiries/germany-form.tsx');
  return () => <GermanyForm thanksPath={paths.germanyThanks} />;
}, '#apply');

export default function GermanyOpportunityRoute() {
  return (
    <>
      <PageMeta title="Germany job opportunity" description={germany.description} />
      <Germany>
        <Suspense>
          <Form />
        </Suspense>
      </Germany>
    </>
  );
}
