/** The Germany job opportunity: the flyer, the way there, the fee; the enquiry stands where it is given. */
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { paths } from '#web/shared/paths.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Accordion } from '#web/site/parts/accordion.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { Ledger } from '#web/site/parts/ledger.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import { germany } from './content/germany.ts';
import { trailAbove } from './content/trails.ts';
import { GermanyForm } from './enquiries/germany-form.tsx';
import { FeeCard } from './fee-card.tsx';
import styles from './germany.module.css';
import { GermanyPicture } from './germany-picture.tsx';

const course = 'Germany Job Placement';

export const description = germany.description;

export default function Germany() {
  return (
    <>
      <Hero
        tag={germany.tag}
        title={germany.title}
        lead={germany.lead}
        acts={[{ to: '#apply', label: 'Apply now' }]}
        picture={<GermanyPicture />}
      />
      <Trail above={trailAbove(paths.germany)} here={germany.name} />
      <div className={styles.top}>
        <Flyer />
        <section id="apply" className={styles.form} aria-label="Apply">
          <GermanyForm thanksPath={paths.germanyThanks} />
        </section>
      </div>
      <Band
        id="way"
        title="From here to Germany"
        intro="First the language, with skill training alongside. Then the papers."
        ground="sunken"
        heading="beside"
      >
        <Steps steps={germany.steps} />
      </Band>
      <Band id="fee" title="What you get, and what it costs" heading="beside">
        <div className={styles.fee}>
          <Ledger lines={germany.lines} />
          <FeeCard
            course={course}
            notes={[
              'EMI options are available.',
              'Nothing is charged for an enquiry: we talk about the fee first.',
            ]}
          />
        </div>
      </Band>
      <Band id="questions" title="Questions people ask" ground="sunken" heading="beside">
        <Accordion name="questions" items={germany.questions} />
      </Band>
    </>
  );
}

/** As it would hang on a notice board. */
function Flyer() {
  const brand = useBrand();
  const { jobs, salary, salaryNote, limit, offers } = germany.flyer;
  return (
    <HallTicket
      labelledBy="flyer-title"
      stub={
        <>
          <p className={styles.limit}>{limit}</p>
          <p className={styles.office}>
            Ask at our regional office in {brand.city}: {brand.address.join(', ')}.
          </p>
        </>
      }
    >
      <h2 id="flyer-title" className={styles.needed}>
        Needed in Germany
      </h2>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job}>{job}</li>
        ))}
      </ul>
      <p className={styles.salary}>
        <strong>{salary}</strong> {salaryNote}
      </p>
      <ul className={styles.offers}>
        {offers.map((offer) => (
          <li key={offer}>{offer}</li>
        ))}
      </ul>
    </HallTicket>
  );
}
