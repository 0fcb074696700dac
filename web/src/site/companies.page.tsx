/** For companies: every service on a ticket, with Hire Us on its stub. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { whenKept } from '#web/pwa/when-kept.ts';
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { DotPicture } from '#web/site/parts/dot-picture.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Ticket } from '#web/site/parts/ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { outsourcing } from './content/hiring.ts';
import { services } from './content/services.ts';
import styles from './tickets.module.css';

/** A house with its windows, one of them lit. */
const picture = [
  '··x····',
  '·xxx···',
  '·x·x···',
  '·xxxxxx',
  '·x·x·*x',
  '·xxxxxx',
  '·x·x·xx',
  '·xxxxxx',
];

/** Fetched at the first press: most visitors only read. */
const loadDialog = () => import('./enquiries/hire-us-dialog.tsx');
const HireUsDialog = lazy(async () => ({ default: (await loadDialog()).HireUsDialog }));

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
      .catch((error: unknown) => console.warn('The enquiry could not be kept', error));
  }, []);

  return (
    <>
      <Hero
        tag="For companies"
        title="Hand over the hiring, or the work itself"
        lead="Eight services, one contact. Choose a ticket, leave your number, and we call you within 24 hours."
        acts={[
          { to: '#services', label: 'See the services' },
          { to: paths.process, label: 'How we work' },
        ]}
        picture={<DotPicture rows={picture} />}
      />
      <Band id="services" title="Our services" ground="sunken">
        <ul className={classNames(styles.tickets, styles.sheet)}>
          {services.map(({ title, text, includes }) => (
            <li key={title}>
              <Ticket title={title} text={text} note={includes}>
                <Button onClick={() => hireUsFor(title)}>
                  Hire Us
                  <VisuallyHidden> for {title}</VisuallyHidden>
                </Button>
              </Ticket>
            </li>
          ))}
        </ul>
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
