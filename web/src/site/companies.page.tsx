/**
 * For companies: the services with their times and prices, a Hire Us button at each, and the companies that work with
 * the provider.
 */
import { lazy, Suspense, useState } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { outsourcing } from './content/hiring.ts';
import { services } from './content/services.ts';
import { PartnerGrid } from './partner-grid.tsx';
import styles from './service-list.module.css';

/** Fetched when Hire Us is first pressed, because most visitors only read. */
const HireUsDialog = lazy(async () => ({
  default: (await import('./enquiries/hire-us-dialog.tsx')).HireUsDialog,
}));

export const description =
  'Eight services for companies, from recruitment and staffing to accounting, BPO and AMC. Leave your number and we’ll call you within 24 hours.';

export default function CompaniesPage() {
  const [open, setOpen] = useState(false);
  /** The service whose Hire Us button was pressed last. */
  const [service, setService] = useState<string>();
  const hireUsFor = (title: string) => {
    setService(title);
    setOpen(true);
  };

  return (
    <>
      <Opening
        tag="For companies"
        title="Leave the hiring to us, or the work itself"
        lead="Eight services, each with its price and start time. One point of contact, and a call back within 24 hours."
        acts={[
          { to: '#services', label: 'See the services' },
          { to: paths.process, label: 'How we work' },
        ]}
      />
      <Band
        id="services"
        title="Our services"
        intro="Timelines run from the day you confirm in writing. Prices include GST."
      >
        <ServiceList onHireUs={hireUsFor} />
      </Band>
      <Band
        id="who"
        title="Who we work with"
        intro="Sixteen companies, from mills to media."
        ground="sunken"
      >
        <PartnerGrid />
      </Band>
      <Band id="which" title="Outsource the work, or the hiring?">
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

const idOf = (service: string) => `service-${service.replaceAll(' ', '-')}`;

/** The services as an offer sheet: one line each, to be compared before anything is pressed. */
function ServiceList({ onHireUs }: { onHireUs: (service: string) => void }) {
  return (
    <ul className={styles.list}>
      {services.map(({ title, text, includes, time, price }) => (
        <li key={title}>
          <div className={styles.what}>
            <h3 id={idOf(title)}>{title}</h3>
            <p>{text}</p>
            <p className={styles.includes}>{includes}</p>
          </div>
          <dl className={styles.terms}>
            <div>
              <dt>How soon</dt>
              <dd>{time}</dd>
            </div>
            <div>
              <dt>Price</dt>
              <dd>{price}</dd>
            </div>
          </dl>
          <Button aria-describedby={idOf(title)} onClick={() => onHireUs(title)}>
            Hire Us
          </Button>
        </li>
      ))}
    </ul>
  );
}
