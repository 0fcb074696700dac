/** The payment of a course's seat, beside its application or after it; its script comes when somebody is near. */
import { lazyPart } from '#web/shared/lazy-part.ts';
import { type SeatCourse, seats } from './content/seats.ts';

/** Made once, outside of rendering. */
export function paymentPart(course: SeatCourse) {
  return lazyPart(async () => {
    const { CoursePaymentBox } = await import('#web/shared/payments/course-payment-box.tsx');
    return () => <CoursePaymentBox course={course} {...seats[course]} />;
  }, '#pay');
}
