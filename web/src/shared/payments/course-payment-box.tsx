/**
 * Confirms a seat in a course. The application that this phone has sent is what may be paid, by whoever sent it:
 * who applies for a course needs no account. The amount is the server's.
 */
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { unreachable } from '#web/shared/api-problem.ts';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { readLocal } from '#web/shared/local-keys.ts';
import { formatRupeesInFull } from '#web/shared/money.ts';
import { PayNow } from './pay-now.tsx';
import styles from './payment-box.module.css';
import { useGatewayVisit } from './use-gateway-visit.ts';

/** Specification section 5. */
const MISSING = 'Missing course application ID. Please apply again.';

/** Fetched when it is pressed: most who read of a course don't pay on that visit. */
const loadAsking = () =>
  import('./ask-for-seat.ts').catch((cause: unknown) => {
    throw unreachable(cause);
  });

interface CoursePaymentBoxProps {
  course: Course;
  date: string;
  time: string;
}

export function CoursePaymentBox({ course, date, time }: CoursePaymentBoxProps) {
  const { pending, problem, start, refuse } = useGatewayVisit();

  function pay() {
    const id = readLocal('courseApplicationID');
    const applied = readLocal('courseApplied') || course;
    if (!id || applied !== course) return refuse(MISSING);
    start(async () => (await loadAsking()).askForSeat(id));
  }

  return (
    <HallTicket
      as="section"
      labelledBy="seat-title"
      stub={
        <PayNow
          label="Seat confirmation, including GST"
          price={formatRupeesInFull(courseAmounts[course])}
          pending={pending}
          problem={problem}
          onPay={pay}
        />
      }
    >
      <h3 id="seat-title" className={styles.boxTitle}>
        Confirm your seat
      </h3>
      <dl className={styles.boxFacts}>
        <dt>Course</dt>
        <dd>{course}</dd>
        <dt>Date</dt>
        <dd>{date}</dd>
        <dt>Time</dt>
        <dd>{time}</dd>
      </dl>
    </HallTicket>
  );
}
