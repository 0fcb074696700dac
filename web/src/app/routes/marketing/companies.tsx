import { lazy, Suspense, useState } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { CompaniesPage } from '#web/features/marketing/companies-page.tsx';

/** Fetched at the first press: most visitors only read. */
const HireUsDialog = lazy(async () => ({
  default: (await import('#web/features/enquiries/hire-us-dialog.tsx')).HireUsDialog,
}));

export default function CompaniesRoute() {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
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
