/** The front page: what the provider does, for whom, how an exam goes, and what others say. */
import { lazy, Suspense } from 'react';
import { Band } from '#web/components/site/band.tsx';
import { CheckPanels } from '#web/components/site/check-panels.tsx';
import { Hero } from '#web/components/site/hero.tsx';
import { RuledList } from '#web/components/site/ruled-list.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useHasUserRecord } from '#web/lib/session-watch.ts';
import { About } from './about.tsx';
import { AnswerSheet } from './answer-sheet.tsx';
import { benefits, hero, reasons } from './content/home.ts';
import { ExamSteps } from './exam-steps.tsx';
import styles from './home.module.css';
import { PartnerStrip } from './partner-strip.tsx';

const [before, together, after] = hero.title;

/** Fetched for those who are signed in: where they go on is in their record. */
const NextStep = lazy(() => import('./next-step.tsx'));

export function Home() {
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
        acts={[
          { to: paths.onlineAssessment, label: 'See the assessments' },
          { to: paths.exploreCourses, label: 'Explore courses' },
        ]}
        picture={<AnswerSheet />}
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
    </>
  );
}
