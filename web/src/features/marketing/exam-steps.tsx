/** How an exam goes, from the first form to the result; shared by the pages that lead to one. */
import type { ReactNode } from 'react';
import styles from './exam-steps.module.css';
import { examSteps } from './home-content.ts';

export function ExamSteps({ children }: { children?: ReactNode }) {
  return (
    <section className={styles.sunken} aria-labelledby="steps-title">
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id="steps-title">How an exam works</h2>
          <p>Five steps, all on your phone. You need no app store and no computer.</p>
          {children}
        </div>
        <ol className={styles.steps}>
          {examSteps.map(({ title, text }, index) => (
            <li key={title}>
              <span className={styles.bubble} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
