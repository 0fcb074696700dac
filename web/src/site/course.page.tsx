/** The page of a course, from the first impression to the last question. The application form stands in the middle. */

import { useNavigate } from 'react-router-dom';
import type { Course } from '#contract/site/courses.ts';
import { formatRupees } from '#web/shared/money.ts';
import { CoursePaymentBox } from '#web/shared/payments/course-payment-box.tsx';
import { FeeCard, feeLines } from '#web/site/fee-card.tsx';
import { Accordion } from '#web/site/parts/accordion.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { Ledger, type LedgerLine } from '#web/site/parts/ledger.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import { type CourseContent, type SyllabusPart, seats } from './content/course.ts';
import { type Fee, fees, trailAbove } from './content/course-list.ts';
import styles from './course.module.css';
import { ApplicationForm } from './enquiries/enquiry-form.tsx';

export default function CoursePage({ content }: { content: CourseContent }) {
  const { roadmap, syllabus, exam, comparison, questions } = content;
  return (
    <>
      <Trail above={trailAbove(content.path)} here={content.name} />
      <Opening
        tag={content.tag}
        title={content.title}
        lead={content.lead}
        acts={[
          { to: '#apply', label: 'Apply now' },
          { to: '#syllabus', label: 'See the syllabus' },
        ]}
        aside={<CourseAnswers content={content} />}
      />
      <FactStrip facts={content.facts} />
      <Band
        id="roadmap"
        title={roadmap.title}
        intro={roadmap.intro}
        ground="sunken"
        heading="beside"
      >
        <Steps steps={roadmap.steps} />
      </Band>
      <Band id="syllabus" title={syllabus.title} intro={syllabus.intro}>
        <Syllabus parts={syllabus.parts} />
      </Band>
      <Band id="exam" title={exam.title} intro={exam.intro} ground="slab" heading="beside">
        <Ledger lines={exam.lines} />
      </Band>
      <Band id="compare" title={comparison.title}>
        <RuledTable {...comparison} />
      </Band>
      <EnrolSection content={content} />
      <Band id="questions" title="Frequently asked questions" ground="sunken" heading="beside">
        <Accordion name="questions" items={questions} />
      </Band>
    </>
  );
}

/** Answers what people ask first when they think about a course: the job, the fee, the start. */
function CourseAnswers({ content }: { content: CourseContent }) {
  const { course, answers } = content;
  const { full }: Fee = fees[course];
  return (
    <dl className={styles.answers}>
      <div>
        <dt>Will it get me a job?</dt>
        <dd className={styles.figure}>{answers.job.figure}</dd>
        <dd>{answers.job.text}</dd>
      </div>
      <div>
        <dt>What do I pay?</dt>
        <dd className={styles.figure}>{formatRupees(full)}</dd>
        <dd>
          Including GST.
          {feeLines(course).map(({ label, value }) => ` ${label} ${value}.`)}
        </dd>
      </div>
      <div>
        <dt>When does it start?</dt>
        <dd className={styles.figure}>{answers.start.figure}</dd>
        <dd>{answers.start.text}</dd>
      </div>
    </dl>
  );
}

/** Key facts in a row under the opening: each a figure and what it stands for. */
function FactStrip({ facts }: { facts: readonly LedgerLine[] }) {
  return (
    <dl className={styles.strip}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where people apply for a course and pay for their seat: the fee stands beside the forms. */
function EnrolSection({ content }: { content: CourseContent }) {
  const { course, thanks } = content;
  return (
    <Band
      id="apply"
      title={`Apply for ${course}`}
      intro="Two steps: tell us who you are, then confirm your seat. We’ll reply within 48 hours on working days."
    >
      <div className={styles.columns}>
        <FeeCard course={course} notes={content.feeNotes} />
        <section className={styles.step} aria-labelledby="enrol-title">
          <h3 id="enrol-title">1. Your application</h3>
          <CourseForm course={course} thanksPath={thanks} />
        </section>
        <section id="pay" className={styles.step} aria-labelledby="pay-title">
          <h3 id="pay-title">2. Your seat</h3>
          <CoursePaymentBox course={course} {...seats[course]} />
        </section>
      </div>
    </Band>
  );
}

/** The syllabus, part by part. Where each subject has a fixed share of the paper, a bar shows it true to scale. */
function Syllabus({ parts }: { parts: readonly SyllabusPart[] }) {
  return (
    <div className={styles.parts}>
      {parts.map(({ title, topics }) => (
        <section key={title} className={styles.part}>
          <h3>{title}</h3>
          <ul className={styles.topics}>
            {topics.map(({ name, weight }) => (
              <li key={name}>
                <span>{name}</span>
                {weight !== undefined && (
                  <>
                    <span className={styles.share}>{weight}%</span>
                    {/* The full width stands for the whole paper. */}
                    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none">
                      <title>{`${weight} percent of the paper`}</title>
                      <rect width={weight} height={1} />
                    </svg>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface CourseFormProps {
  course: Course;
  /** Where the form leads once it is sent: /acmat, /acpat, /wc, or the payment box of the same page. */
  thanksPath: string;
}

/** The form to enrol in a course. This phone stores the application's id for the payment. */
export function CourseForm({ course, thanksPath }: CourseFormProps) {
  const navigate = useNavigate();
  return (
    <ApplicationForm
      form="course"
      course={course}
      action="Enroll Now"
      thanks="Application submitted."
      fallback="Submission failed"
      onSent={() => navigate(thanksPath)}
    />
  );
}
