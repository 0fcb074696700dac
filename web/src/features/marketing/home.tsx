/** The front page: what the provider does, what a candidate gains, and how an exam goes. */
import { lazy, Suspense } from 'react';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useHasUserRecord } from '#web/lib/session-watch.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { ExamSteps } from './exam-steps.tsx';
import styles from './home.module.css';
import { benefits, hero } from './home-content.ts';

const [before, together, after] = hero.title;

/** Fetched for those who are signed in: where they go on is in their record. */
const NextStep = lazy(() => import('./next-step.tsx'));

export function Home() {
  const isSignedIn = useHasUserRecord();
  const register = (
    <LinkButton to={paths.register} size="lg" variant="quiet">
      Register as a candidate
    </LinkButton>
  );
  return (
    <>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={styles.heroInner}>
          <div className={styles.heroText}>
            <p className={styles.tag}>{hero.tag}</p>
            <h1 id="hero-title">
              {before}
              <span className={styles.together}>{together}</span>
              {after}
            </h1>
            <p className={styles.lead}>{hero.text}</p>
            <div className={styles.acts}>
              <LinkButton to={paths.onlineAssessment} size="lg" icon="arrow-right">
                See the assessments
              </LinkButton>
              {isSignedIn ? (
                <Suspense fallback={register}>
                  <NextStep />
                </Suspense>
              ) : (
                register
              )}
            </div>
          </div>
          <div className={styles.picture}>
            <AnswerSheet />
          </div>
        </div>
      </section>

      <section className={styles.band} aria-labelledby="benefits-title">
        <h2 id="benefits-title">What you gain as a candidate</h2>
        <ul className={styles.benefits}>
          {benefits.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <ExamSteps>
        <LinkButton to={paths.onlineAssessment} variant="primary" size="lg">
          Choose an exam
        </LinkButton>
      </ExamSteps>
    </>
  );
}
