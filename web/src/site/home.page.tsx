/** The front page: what the provider does, for whom, how an exam goes, and what others say. */
import { lazy, Suspense } from 'react';
import { paths } from '#web/shared/paths.ts';
import { useHasUserRecord } from '#web/shared/session-watch.ts';
import { Band } from '#web/site/parts/band.tsx';
import { CheckPanels } from '#web/site/parts/check-panels.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ContactSection } from './contact-section.tsx';
import { outsourcing } from './content/hiring.ts';
import { about, benefits, hero, proof, reasons } from './content/home.ts';
import { ExamOnPhone } from './exam-on-phone.tsx';
import { ExamSteps } from './exam-steps.tsx';
import styles from './home.module.css';
import { PartnerStrip } from './partner-strip.tsx';
import { RuledList, RuledTable } from './parts/ruled-table.tsx';
import { Testimonials } from './testimonials.tsx';

const [before, together, after] = hero.title;

/** Fetched only for signed-in users, whose record says what their next step is. */
const NextStep = lazy(() => import('./next-step.tsx'));

export const description =
  'Recruitment, training and online examinations for companies and candidates across India. Take your exam on your own phone, even on a weak network.';

export default function Home() {
  const isSignedIn = useHasUserRecord();
  const register = (
    <LinkButton to={paths.register} size="lg" variant="quiet">
      Register
    </LinkButton>
  );
  return (
    <>
      <Hero
        size="display"
        tag={hero.tag}
        title={
          <>
            {before}
            <span className={styles.together}>{together}</span>
            {after}
          </>
        }
        lead={hero.text}
        proof={proof}
        acts={[
          { to: paths.onlineAssessment, label: 'See the assessments' },
          { to: paths.exploreCourses, label: 'Explore courses' },
        ]}
        picture={<ExamOnPhone />}
      >
        {isSignedIn ? (
          <Suspense fallback={register}>
            <NextStep />
          </Suspense>
        ) : (
          register
        )}
      </Hero>
      <PartnerStrip />
      <Band id="benefits" title="What you gain as a candidate">
        <RuledList points={benefits} />
      </Band>
      <Band id="why" title="Why choose us" ground="sunken">
        <CheckPanels panels={reasons} />
      </Band>
      <About />
      <ExamSteps>
        <LinkButton to={paths.onlineAssessment} variant="primary" size="lg">
          Choose an exam
        </LinkButton>
      </ExamSteps>
      <Testimonials />
      <ContactSection />
    </>
  );
}

/** Mission, approach and vision, and what sets the two kinds of outsourcing apart. */
function About() {
  const { title, mission, approach, vision } = about;
  return (
    <Band id="about" title={title}>
      <div className={styles.about}>
        <div className={styles.mission}>
          <h3>{mission.title}</h3>
          <p>{mission.text}</p>
        </div>
        <div className={styles.part}>
          <h3>{approach.title}</h3>
          <p>{approach.text}</p>
        </div>
        <div className={styles.part}>
          <h3>{vision.title}</h3>
          <p>{vision.text}</p>
        </div>
        <div className={styles.table}>
          <RuledTable {...outsourcing} />
        </div>
      </div>
    </Band>
  );
}
