/** Where a course is applied for and its seat paid: what it costs beside what one fills in. */
import { Suspense, useState } from 'react';
import type { CourseContent } from '#web/site/content/course.ts';
import { FeeCard } from '#web/site/fee-card.tsx';
import { Band } from '#web/site/parts/band.tsx';
import { lazyPart } from '../shared/lazy-part.ts';
import styles from './enrol-section.module.css';
import { paymentPart } from './seat-payment.tsx';

/** The form and the payment box of one course; made once, outside of rendering. */
function enrolParts({ course, thanks }: CourseContent) {
  const Form = lazyPart(async () => {
    const { CourseForm } = await import('#web/site/enquiries/course-form.tsx');
    return () => <CourseForm course={course} thanksPath={thanks} />;
  }, '#apply');
  return { Form, Payment: paymentPart(course) };
}

export function EnrolSection({ content }: { content: CourseContent }) {
  const [{ Form, Payment }] = useState(() => enrolParts(content));
  return (
    <Band
      id="apply"
      title={`Apply for ${content.course}`}
      intro="Two steps: tell us who you are, then confirm your seat. We answer within 48 hours on working days."
    >
      <div className={styles.columns}>
        <FeeCard course={content.course} notes={content.feeNotes} />
        <section className={styles.step} aria-labelledby="enrol-title">
          <h3 id="enrol-title">1. Your application</h3>
          <Suspense>
            <Form />
          </Suspense>
        </section>
        <section id="pay" className={styles.step} aria-labelledby="pay-title">
          <h3 id="pay-title">2. Your seat</h3>
          <Suspense>
            <Payment />
          </Suspense>
        </section>
      </div>
    </Band>
  );
}
