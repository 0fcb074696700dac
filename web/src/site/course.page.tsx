/** A course from the first look to the last question; what one fills in stands between, where it is given. */

import { formatRupees } from '#web/shared/money.ts';
import { Accordion } from '#web/site/parts/accordion.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { FactStrip } from '#web/site/parts/fact-strip.tsx';
import { Ledger } from '#web/site/parts/ledger.tsx';
import { Opening } from '#web/site/parts/opening.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import type { CourseContent } from './content/course.ts';
import { type Fee, fees } from './content/fees.ts';
import { trailAbove } from './content/trails.ts';
import styles from './course-answers.module.css';
import { EnrolSection } from './enrol-section.tsx';
import { feeLines } from './fee-card.tsx';
import { Syllabus } from './syllabus.tsx';

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
      <Band id="questions" title="Questions people ask" ground="sunken" heading="beside">
        <Accordion name="questions" items={questions} />
      </Band>
    </>
  );
}

/** What who thinks about a course asks first, answered before anything else: the job, the fee, the start. */
function CourseAnswers({ content }: { content: CourseContent }) {
  const { course, answers } = content;
  const { full }: Fee = fees[course];
  return (
    <dl className={styles.answers}>
      <div>
        <dt>Will it get me the job?</dt>
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
