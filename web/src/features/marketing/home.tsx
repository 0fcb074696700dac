/** The front page: what the provider does, what a candidate gains, and how an exam goes. */
import type { User } from '#contract/users.ts';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { AnswerSheet } from './answer-sheet.tsx';
import { ExamSteps } from './exam-steps.tsx';
import styles from './home.module.css';
import { benefits, hero } from './home-content.ts';

const [before, together, after] = hero.title;

/** Where somebody goes on from here; whoever is signed in is not asked to register. */
function nextStep(user: User | null): { to: string; label: string } {
  if (!user) return { to: paths.register, label: 'Register as a candidate' };
  if (user.mustChangePassword) return { to: paths.signIn, label: 'Choose a new password' };
  if (user.role !== 'candidate') return { to: paths.signIn, label: 'Go to your desk' };
  switch (user.status) {
    case 'Registered':
      return { to: paths.jobs, label: 'Go to your application' };
    case 'Fees Paid':
      return { to: paths.exam, label: 'Go to your exam' };
    case 'Completed':
      return { to: paths.examResult, label: 'See your result' };
  }
}

export function Home() {
  const step = nextStep(useUser());
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
              <LinkButton to={step.to} size="lg" variant="quiet">
                {step.label}
              </LinkButton>
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
