import { Navigate, useParams } from 'react-router-dom';
import { examSchema } from '#contract/wire/exams.ts';
import { PaymentBox } from '#web/candidate/payments/payment-box.tsx';
import { useFreshUser } from '#web/candidate/payments/waiting-payment.tsx';
import { describeFormat } from '#web/shared/exam/describe-exam.ts';
import { RichText } from '#web/shared/exam/rich-text.tsx';
import { formatDuration } from '#web/shared/format.ts';
import { applyNowPath, paths } from '#web/shared/paths.ts';
import styles from '#web/shared/payments/payment-box.module.css';
import { hearTime } from '#web/shared/server-now.ts';
import { useSessionEnded, useUser } from '#web/shared/session.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { ExamSteps } from '#web/site/exam-steps.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';

export const description = 'See the full details of the exam and pay the fee. Prices include GST.';

export default function ApplyNowPage() {
  return (
    <>
      <ApplyNow />
      <ExamSteps />
    </>
  );
}

/** One exam in full, with the box to pay its fee. Only for someone signed in. */
function ApplyNow() {
  const { examId = '' } = useParams();
  const user = useUser();
  const ended = useSessionEnded();
  const waiting = useFreshUser();
  const [exam, retry] = useLoad(
    user && `exams/${encodeURIComponent(examId)}`,
    examSchema,
    hearTime,
  );

  // When a new password is due, the sign-in page asks for it.
  if (ended || !user || user.mustChangePassword)
    return <Navigate to={paths.signIn} replace state={{ back: applyNowPath(examId) }} />;
  if (exam.state === 'loading') return <Loading label="Loading the exam…" onRetry={retry} />;
  if (exam.state === 'failed') {
    const gone = exam.code === 'not-found';
    return (
      <Page title="Apply for an exam" width="text">
        <FailedState
          title={gone ? 'We can’t find this exam' : 'We couldn’t load the exam'}
          message={gone ? 'It may have closed. See which exams are open now.' : exam.message}
          onRetry={gone ? undefined : retry}
        >
          <LinkButton to={paths.onlineAssessment}>See all assessments</LinkButton>
        </FailedState>
      </Page>
    );
  }
  const { name, duration, format, description } = exam.data;
  return (
    <Page title={name}>
      <div className={styles.columns}>
        <PaymentBox exam={exam.data} user={user} waiting={waiting} />
        <div className={styles.details}>
          <dl className={styles.facts}>
            <div>
              <dt>Duration</dt>
              <dd>{formatDuration(duration)}</dd>
            </div>
            <div>
              <dt>Format</dt>
              <dd>{describeFormat(format)}</dd>
            </div>
          </dl>
          <section aria-labelledby="about-exam">
            <h2 id="about-exam" className={styles.about}>
              About this exam
            </h2>
            <RichText markup={description || 'No description.'} />
          </section>
        </div>
      </div>
    </Page>
  );
}
