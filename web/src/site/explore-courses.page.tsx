/** All courses as one ledger: what each is about, how long it takes, what it costs. */
import { Link } from 'react-router-dom';
import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { Band } from '#web/site/parts/band.tsx';
import { Hero } from '#web/site/parts/hero.tsx';
import { Ledger } from '#web/site/parts/ledger.tsx';
import { look, Picture } from '#web/site/parts/picture.tsx';
import { Trail } from '#web/site/parts/trail.tsx';
import {
  courseList,
  examFees,
  type Fee,
  fees,
  type ListedCourse,
  trailAbove,
} from './content/course-list.ts';
import styles from './explore-courses.module.css';
import { feeLines } from './fee-card.tsx';

export const description =
  'US CMA, US CPA, jobs in Germany, CRM & AI for women, Data Mastery: what each course covers, how long it takes and what it costs, GST included.';

export default function ExploreCourses() {
  return (
    <>
      <Hero
        tag="Courses"
        title="Courses that lead to a job"
        lead="Five courses, with all fees up front. Every price includes GST, and the seat confirmation is part of the fee."
        acts={[
          { to: '#courses', label: 'Compare the courses' },
          { to: paths.onlineAssessment, label: 'See the assessments' },
        ]}
        picture={<AnswerSheet />}
      />
      <Trail above={trailAbove(paths.exploreCourses)} here="Courses" />
      <Band id="courses" title="All courses">
        <ol className={styles.list}>
          {courseList.map((listed) => (
            <Row key={listed.path} {...listed} />
          ))}
        </ol>
      </Band>
      <Band
        id="free"
        title="Free training"
        intro="Pass an assessment for a post and get 3 to 6 weeks of free training, a certificate, and help finding a job. You only pay for the exam."
        ground="sunken"
        heading="beside"
      >
        <Ledger
          lines={[
            { label: 'Virtual assistant exam', value: formatRupees(examFees.virtualAssistant) },
            {
              label: 'Other exams',
              value: `${formatRupees(examFees.from)} to ${formatRupees(examFees.to)}`,
            },
            { label: 'Training afterwards', value: 'Free' },
          ]}
        />
      </Band>
    </>
  );
}

function Row({ course, path, name, line, span }: ListedCourse) {
  const { full }: Fee = fees[course];
  return (
    <li>
      <div className={styles.about}>
        <h3>
          <Link to={path}>{name}</Link>
        </h3>
        <p>{line}</p>
      </div>
      <p className={styles.span}>{span}</p>
      <div className={styles.fee}>
        <p className={styles.figure}>{formatRupees(full)}</p>
        {feeLines(course).map(({ label, value }) => (
          <p key={label}>
            {label} {value}
          </p>
        ))}
      </div>
    </li>
  );
}

/** Which of the four circles is filled, row by row from the top. */
const answers = [3, 2, 2, 3, 1, 2, 0, 1, 0];
const rowHeight = 34;
const top = 92;
const centre = (column: number, row: number) => ({
  x: 112 + column * 44,
  y: top + row * rowHeight,
});

/** The hero's picture: an answer sheet whose filled circles climb to the last one. Decoration. */
function AnswerSheet() {
  const climb = answers.map((column, row) => centre(column, row));
  return (
    <Picture width={320} height={420}>
      <path
        className={look.paper}
        d="M24 14h240l32 32v348a12 12 0 0 1-12 12H36a12 12 0 0 1-12-12V14Z"
      />
      <path className={look.fold} d="M264 14v32h32Z" />
      <path className={look.rule} d="M48 44h120M48 60h76" />
      <polyline className={look.climb} points={climb.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {answers.map((answer, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
        <g key={row}>
          <path className={look.rule} d={`M52 ${top + row * rowHeight}h22`} />
          {[0, 1, 2, 3].map((column) => {
            const { x, y } = centre(column, row);
            const answered = row === 0 ? look.spark : look.filled;
            return (
              <circle
                key={column}
                className={column === answer ? answered : look.open}
                cx={x}
                cy={y}
                r={11}
              />
            );
          })}
        </g>
      ))}
    </Picture>
  );
}
