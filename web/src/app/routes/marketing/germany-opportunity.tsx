import { Suspense } from 'react';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { germany } from '#web/site/content/germany.ts';
import { Germany } from '#web/site/germany.tsx';

const Form = lazyPart(async () => {
  const { GermanyForm } = await import('#web/site/enquiries/germany-form.tsx');
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
