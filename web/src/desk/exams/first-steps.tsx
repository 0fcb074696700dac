/** Shown while there are no exams: four steps from an Excel file to the first exam, with a template and a sample to try. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { paths } from '#web/shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  /** How many questions the bank holds; null while unknown. */
  questions: number | null;
  onCreate: () => void;
}

export function FirstSteps({ questions, onCreate }: FirstStepsProps) {
  const hasQuestions = questions !== null && questions > 0;
  return (
    <section className={styles.panel} aria-labelledby="first-steps">
      <h2 id="first-steps">Four steps to your first exam</h2>
      <ol className={styles.steps}>
        <Step number={1} title="Put your questions into Excel" done={hasQuestions}>
          <p>
            One row per question: the text, four options, the correct answer, marks and type. Start
            with the template, or try it all out with our sample of twenty questions.
          </p>
          <div className={styles.acts}>
            <DownloadButton path="questions/template" fileName="questions-template.xlsx">
              Download template
            </DownloadButton>
            <DownloadButton path="questions/sample" fileName="questions-sample.xlsx">
              Download sample
            </DownloadButton>
          </div>
        </Step>
        <Step number={2} title="Upload the file" done={hasQuestions}>
          <p>
            {hasQuestions
              ? `${formatCount(questions, 'question')} in the bank.`
              : 'We check every row first, so you see what’s wrong before anything is imported.'}
          </p>
          <p>
            <Link to={paths.questionManager}>Open the Question Manager</Link>
          </p>
        </Step>
        <Step number={3} title="Create the exam" done={false}>
          <p>
            Set the name, fee, date, duration, and how many questions of each type. Every candidate
            gets their own paper, drawn from the bank.
          </p>
          <Button variant={hasQuestions ? 'primary' : 'secondary'} onClick={onCreate}>
            Create your first exam
          </Button>
        </Step>
        <Step number={4} title="Let candidates in" done={false}>
          <p>
            An active exam appears on the Online Assessment page, where candidates register and pay.
            You can also <Link to={paths.candidates}>add a college’s list</Link> yourself.
          </p>
          <p>
            Before anyone pays, enter your company’s name, address and GSTIN under{' '}
            <Link to={paths.settings}>Settings</Link>. They appear on every invoice, and invoices
            can’t be changed once issued.
          </p>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {done ? <Icon name="check" size="sm" /> : number}
      </span>
      <div className={styles.text}>
        <h3>
          {title}
          {done && <VisuallyHidden> (done)</VisuallyHidden>}
        </h3>
        {children}
      </div>
    </li>
  );
}
