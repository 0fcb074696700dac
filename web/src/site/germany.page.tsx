/** The Germany job opportunity: the flyer with the enquiry form beside it, the way there, the fee. */

import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { paths } from '#web/shared/paths.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Accordion } from '#web/site/parts/accordion.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { Ledger } from '#web/site/parts/ledger.tsx';
import { look, Picture } from '#web/site/parts/picture.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import { trailAbove } from './content/course-list.ts';
import { germany } from './content/germany.ts';
import enquiriesStyles from './enquiries/enquiries.module.css';
import { ApplicationForm, THANKS } from './enquiries/enquiry-form.tsx';
import { FeeCard } from './fee-card.tsx';
import styles from './germany.module.css';

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
        intro="First the language and the skills, side by side. Then the paperwork."
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
              'Enquiries are free. We discuss the fee with you first.',
            ]}
          />
        </div>
      </Band>
      <Band id="questions" title="Frequently asked questions" ground="sunken" heading="beside">
        <Accordion name="questions" items={germany.questions} />
      </Band>
    </>
  );
}

/** The flyer, as it would hang on a notice board. */
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

/** The hero's picture of the way to Germany: a ticket with its stub, one way, three language levels. Decoration. */
function GermanyPicture() {
  return (
    <Picture width={320} height={420}>
      <path
        className={look.paper}
        d="M40 20h240a12 12 0 0 1 12 12v236a16 16 0 0 0 0 32v88a12 12 0 0 1-12 12H40a12 12 0 0 1-12-12v-88a16 16 0 0 0 0-32V32a12 12 0 0 1 12-12Z"
      />
      <path className={look.rule} d="M60 56h96M60 74h56" />
      <path className={look.climb} d="M64 220C110 90 210 90 256 128" />
      <circle className={look.filled} cx={64} cy={220} r={14} />
      <circle className={look.spark} cx={256} cy={128} r={18} />
      <path className={look.climb} d="M50 284h220" />
      {[0, 1, 2].map((level) => (
        <circle
          key={level}
          className={level < 2 ? look.filled : look.open}
          cx={84 + level * 76}
          cy={344}
          r={22}
        />
      ))}
    </Picture>
  );
}

interface GermanyFormProps {
  /** Where the form leads once it is sent: /germany-program. */
  thanksPath: string;
}

/** The enquiry for Germany, which is an application too. */
export function GermanyForm({ thanksPath }: GermanyFormProps) {
  const navigate = useNavigate();
  const titleId = useId();
  return (
    <section className={enquiriesStyles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Enquiry for Germany Placement Program</h2>
      <ApplicationForm
        form="germany"
        course="Germany Job Placement"
        action="Submit Application"
        thanks={THANKS}
        fallback="Submission failed"
        onSent={() => {
          window.alert(THANKS);
          navigate(thanksPath);
        }}
      />
    </section>
  );
}
