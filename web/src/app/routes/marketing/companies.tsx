import { lazy, Suspense, useEffect, useState } from 'react';
import { whenKept } from '#web/pwa/when-kept.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { CompaniesPage } from '#web/site/companies-page.tsx';

/** Fetched at the first press: most visitors only read. */
const loadDialog = () => import('#web/site/enquiries/hire-us-dialog.tsx');
const HireUsDialog = lazy(async () => ({ default: (await loadDialog()).HireUsDialog }));

export default function CompaniesRoute() {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);

  // A page that opens without network has its window too.
  useEffect(() => {
    whenKept()
      .then(loadDialog)
      .catch((error: unknown) => console.warn('The enquiry could not be kept', error));
  }, []);

  return (
    <>
      <PageMeta
        title="For companies"
        description="Eight services for companies, from recruitment and staffing to accounting, BPO and AMC. Leave your number and we call you within 24 hours."
      />
      <CompaniesPage
        onHireUs={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      />
      {wasOpened && (
        <Suspense>
          <HireUsDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
