/** What is bought, what it costs, and one button. The fee is the server's; nothing of it is sent. */
import { useEffect, useState } from 'react';
import type { Exam } from '#contract/exams.ts';
import { paymentStartedSchema } from '#contract/payments.ts';
import type { User } from '#contract/users.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { ExamPicture } from '#web/components/exam/exam-picture.tsx';
import { HallTicket } from '#web/components/exam/hall-ticket.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDate, formatRupees, formatTime } from '#web/lib/format.ts';
import { ApiProblem, api } from '#web/lib/http.ts';
import { writeLocal } from '#web/lib/local-keys.ts';
import { paths } from '#web/lib/paths.ts';
import styles from './apply-now.module.css';

interface PaymentBoxProps {
  exam: Exam;
  user: User;
}

export function PaymentBox({ exam, user }: PaymentBoxProps) {
  return (
    <div className={styles.box}>
      <HallTicket
        as="section"
        labelledBy="payment-title"
        picture={<ExamPicture exam={exam} />}
        stub={<PaymentStub exam={exam} user={user} />}
      >
        <h2 id="payment-title" className={styles.boxTitle}>
          Exam fee
        </h2>
        <dl className={styles.boxFacts}>
          <dt>Exam</dt>
          <dd>{exam.name}</dd>
          <dt>Date</dt>
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

function PaymentStub({ exam, user }: PaymentBoxProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  // Coming back from the bank's page by the back button shows this page as it was left.
  useEffect(() => {
    const ready = () => setPending(false);
    window.addEventListener('pageshow', ready);
    return () => window.removeEventListener('pageshow', ready);
  }, []);

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
          <p>You have paid for an exam already, so you can't apply for another one now.</p>
        </Notice>
        <LinkButton to={paths.signIn} variant="primary">
          Go to my exam
        </LinkButton>
      </>
    );
  }

  async function pay() {
    setProblem(null);
    setPending(true);
    writeLocal('eid', exam._id);
    try {
      const order = { exam_id: exam._id, customer_id: user.uid };
      const { payment_url } = await api.post('payment/hdfc', order, paymentStartedSchema);
      window.location.assign(payment_url);
    } catch (error) {
      setPending(false);
      setProblem(paymentProblem(error));
    }
  }

  return (
    <>
      <div className={styles.total}>
        <span>Price, including GST</span>
        <span className={styles.price}>{formatRupees(exam.price)}</span>
      </div>
      {problem && (
        <Notice tone="danger" title="The payment did not start" live>
          <p>{problem}</p>
          <p>No money was taken. You can try again.</p>
        </Notice>
      )}
      <Button
        variant="primary"
        size="lg"
        full
        pending={pending}
        pendingLabel="Processing..."
        onClick={pay}
      >
        Pay Now
      </Button>
      <p className={styles.small}>
        You pay on the bank's own page by UPI, card or net banking, and come back here afterwards.
      </p>
    </>
  );
}

/** The sentence for a payment that could not be started (specification, section 8). */
export function paymentProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'An error occurred while initiating payment';
  if (error.code === 'unreadable-reply') return 'Failed to initiate payment';
  return error.message;
}
