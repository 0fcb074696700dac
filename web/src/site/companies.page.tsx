/** For companies: what they get, in what time, at what price, with Hire Us at each; and who else works with the provider. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { whenKept } from '#web/pwa/when-kept.ts';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { outsourcing } from './content/hiring.ts';
import { ServiceList } from './service-list.tsx';

/** Fetched at the first press: most visitors only read. */
const loadDialog = () => import('./enquiries/hire-us-dialog.tsx');
const HireUsDialog = lazy(async () => ({ default: (await loadDialog()).HireUsDialog }));

const PartnerGrid = lazyPart(async () => (await import('./partner-grid.tsx')).PartnerGrid, '#who');
/** The same element at every rendering: a press above leaves alone what has no script yet. */
const partners = (
  <Suspense>
    <PartnerGrid />
  </Suspense>
);

export const description =
  'Eight services for companies, from recruitment and staffing to accounting, BPO and AMC. Leave your number and we call you within 24 hours.';

export default function CompaniesPage() {
  const [open, setOpen] = useState(false);
  /** The one that Hire Us was last pressed at. */
  const [service, setService] = useState<string>();
  const hireUsFor = (title: string) => {
    setService(title);
    setOpen(true);
  };

  // A page that opens without network has its window too.
  useEffect(() => {
    whenKept()
      .then(loadDialog)
      .catch((error: unknown) => console.warn(error));
  }, []);

  return (
    <>
      <Opening
        tag="For companies"
        title="Hand over the hiring, or the work itself"
        lead="What you get, in what time, at what price: eight services, one contact, and a call within 24 hours."
        acts={[
          { to: '#services', label: 'See the services' },
          { to: paths.process, label: 'How we work' },
        ]}
      />
      <Band
        id="services"
        title="Our services"
        intro="Times count from the day you agree in writing. Prices include GST."
      >
        <ServiceList onHireUs={hireUsFor} />
      </Band>
      <Band
        id="who"
        title="Who else"
        intro="Sixteen companies work with us now, from mills to media."
        ground="sunken"
      >
        {partners}
      </Band>
      <Band id="which" title="Hand over the work, or the hiring?">
        <RuledTable {...outsourcing} />
      </Band>
      {service && (
        <Suspense>
          <HireUsDialog open={open} service={service} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
