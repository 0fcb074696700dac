/** Where a course is applied for and its seat paid: what it costs beside what one fills in. */
import type { CourseContent } from '#web/site/content/course.ts';
import { FeeCard } from '#web/site/fee-card.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { CoursePaymentBox } from '../shared/payments/course-payment-box.tsx';
import { seats } from './content/seats.ts';
import { CourseForm } from './enquiries/course-form.tsx';
import styles from './enrol-section.module.css';

export function EnrolSection({ content }: { content: CourseContent }) {
  const { course, thanks } = content;
  return (
    <Band
      id="apply"
      title={`Apply for ${course}`}
      intro="Two steps: tell us who you are, then confirm your seat. We answer within 48 hours on working days."
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
