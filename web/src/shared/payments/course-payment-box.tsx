/**
 * Confirms a seat in a course. The box is shown in full once there is something to pay, and in brief before that, for
 * readers who look ahead; once paid, it says so and offers nothing. It pays for the application that was sent from this
 * phone, whoever sent it, because applying for a course needs no account. The server sets the amount.
 */
import { useLocation } from 'react-router-dom';
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { unreachable } from '#web/shared/api-problem.ts';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { readLocal } from '#web/shared/local-keys.ts';
import { formatRupeesInFull } from '#web/shared/money.ts';
import { paths, receiptPath } from '#web/shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import { PaidAlready, PayNow, useGatewayVisit } from './pay-now.tsx';
import styles from './payment-box.module.css';

const MISSING = 'Missing course application ID. Please apply again.';

/** Loaded when the button is pressed: most people who read about a course don't pay on that visit. */
const loadAsking = () =>
  import('./ask-for-seat.ts').catch((cause: unknown) => {
    throw unreachable(cause);
  });

/** Id of the application that this phone has sent for this course. */
export function applicationFor(course: Course): string | null {
  const applied = readLocal('courseApplied') || course;
  return applied === course ? readLocal('courseApplicationID') : null;
}

/**
 * What this phone knows of the orders of an application: the one that paid its seat, and the one that was begun last.
 */
export function ordersOf(application: string | null): {
  paid: string | null;
  begun: string | null;
} {
  const own = (order: string | null) =>
    order?.startsWith(`COURSE-${application}-`) ? order : null;
  return { paid: own(readLocal('coursePaid')), begun: own(readLocal('courseOrder')) };
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

interface CoursePaymentBoxProps {
  course: Course;
  date: string;
  time: string;
}

export function CoursePaymentBox({ course, date, time }: CoursePaymentBoxProps) {
  const { pending, problem, start, refuse } = useGatewayVisit();
  // Sending the application leads to another part of the page, or to another page; rendering again then looks it up
  // again.
  useLocation();
  const isAlive = useIsAlive();
  const application = isAlive ? applicationFor(course) : null;
  const price = formatRupeesInFull(courseAmounts[course]);

  function pay() {
    // Looked up again, because another page of the site may have sent an application since.
    const id = applicationFor(course);
    if (!id) return refuse(MISSING);
    start(async () => (await loadAsking()).askForSeat(id, ordersOf(id).begun));
  }

  if (!application)
    return (
      <section className={styles.ahead} aria-labelledby="seat-title">
        <h3 id="seat-title" className={styles.boxTitle}>
          Confirm your seat
        </h3>
        <p>
          Once you’ve applied: {price} for {course}, including GST. {date}; {lowered(time)}.
        </p>
        {problem && (
          <Notice tone="danger" title="The payment didn’t start" live>
            <p>{problem}</p>
          </Notice>
        )}
        <Button onClick={pay}>Pay Now</Button>
      </section>
    );

  const { paid, begun } = ordersOf(application);
  return (
    <HallTicket
      as="section"
      labelledBy="seat-title"
      stub={
        paid ? (
          <>
            <div className={styles.total}>
              <span>Paid, including GST</span>
              <span className={styles.price}>{price}</span>
            </div>
            <LinkButton to={receiptPath(paid)} icon="document" full>
              See the receipt
            </LinkButton>
          </>
        ) : (
          <PayNow
            label="Seat confirmation, including GST"
            price={price}
            pending={pending}
            problem={problem}
            begun={begun && <PaidAlready order={begun} path={paths.applicationPaymentResponse} />}
            onPay={pay}
          />
        )
      }
    >
      <h3 id="seat-title" className={styles.boxTitle}>
        {paid ? 'Your seat is confirmed' : 'Confirm your seat'}
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
