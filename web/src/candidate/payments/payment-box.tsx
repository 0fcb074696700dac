/** Shows what is bought, what it costs, and one button. The server sets the fee, so no amount is sent. */

import { paymentStartedSchema } from '#contract/site/payments.ts';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import { type Exam, isOver } from '#contract/wire/exams.ts';
import type { User } from '#contract/wire/users.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { ExamPicture } from '#web/shared/exam/exam-card.tsx';
import { HallTicket } from '#web/shared/exam/hall-ticket.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { readLocal, writeLocal } from '#web/shared/local-keys.ts';
import { formatRupees } from '#web/shared/money.ts';
import { paths } from '#web/shared/paths.ts';
import { PaidAlready, PayNow, useGatewayVisit } from '#web/shared/payments/pay-now.tsx';
import styles from '#web/shared/payments/payment-box.module.css';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { serverNow } from '#web/shared/server-now.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { WaitingPayment } from './waiting-payment.tsx';

interface PaymentBoxProps {
  exam: Exam;
  user: User;
  /** The candidate's order that the bank or the office hasn't decided on; null for none. */
  waiting: WaitingOrder | null;
}

export function PaymentBox({ exam, user, waiting }: PaymentBoxProps) {
  const now = serverNow();
  return (
    <div className={styles.box}>
      <HallTicket
        as="section"
        labelledBy="payment-title"
        picture={<ExamPicture exam={exam} />}
        stub={<PaymentStub exam={exam} user={user} waiting={waiting} />}
      >
        <h2 id="payment-title" className={styles.boxTitle}>
          Exam fee
        </h2>
        <dl className={styles.boxFacts}>
          <dt>Exam</dt>
          <dd>{exam.name}</dd>
          <dt>
            {Date.parse(exam.startDate) > now || isOver(exam, now, user) ? 'Date' : 'Open since'}
          </dt>
          <dd>{formatDate(exam.startDate)}</dd>
          <dt>Time</dt>
          <dd>{formatTime(exam.startDate)}</dd>
          <dt>Candidate</dt>
          <dd>{user.fullName}</dd>
        </dl>
      </HallTicket>
    </div>
  );
}

function PaymentStub({ exam, user, waiting }: PaymentBoxProps) {
  const { pending, problem, start } = useGatewayVisit();

  if (exam.status !== 'Active') {
    return (
      <Notice tone="warn">
        <p>This exam is Inactive. Contact Admin.</p>
      </Notice>
    );
  }
  if (!mayApply(user)) {
    return (
      <>
        <Notice tone="info">
          <p>
            {user.examID === exam._id
              ? 'You’ve paid for this exam. Your seat is booked.'
              : 'You’ve already paid for an exam, so you can’t apply for another one now.'}
          </p>
        </Notice>
        <LinkButton to={paths.signIn} variant="primary">
          Go to my exam
        </LinkButton>
      </>
    );
  }

  if (isOver(exam, serverNow(), user)) {
    return (
      <>
        <Notice tone="warn">
          <p>This exam is over. You can apply for another one.</p>
        </Notice>
        <LinkButton to={paths.onlineAssessment} variant="primary">
          See the other exams
        </LinkButton>
      </>
    );
  }

  const pay = () =>
    start(async () => {
      writeLocal('eid', exam._id);
      const order = { exam_id: exam._id, customer_id: user.uid };
      const started = await api
        .post('payment/hdfc', order, paymentStartedSchema)
        .catch(async (error: unknown) => {
          // An earlier order paid for this exam. With the refreshed user, this box says so instead of reporting a
          // failed payment.
          if (error instanceof ApiProblem && error.code === 'already-paid')
            await refreshUser(user.uid, exam._id).catch(console.warn);
          throw error;
        });
      writeLocal('examOrder', started.order_id);
      return started;
    });

  return (
    <PayNow
      label="Price, including GST"
      price={formatRupees(exam.price)}
      pending={pending}
      problem={problem}
      free={exam.price === 0}
      begun={
        waiting ? (
          <WaitingPayment order={waiting} isNamed={waiting.examID !== exam._id} />
        ) : (
          lastPayment(user.uid)
        )
      }
      onPay={pay}
    />
  );
}

/**
 * The last order on this phone, if it is this candidate's: anyone who signed in here before has orders of their own.
 */
export function lastPayment(uid: string) {
  const order = readLocal('examOrder');
  return (
    order?.startsWith(`EXAM-${uid}-`) && <PaidAlready order={order} path={paths.paymentResponse} />
  );
}
