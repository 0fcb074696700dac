import { ApplyNow } from '#web/candidate/payments/apply-now.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { ExamSteps } from '#web/site/exam-steps.tsx';

export default function ApplyNowRoute() {
  return (
    <>
      <PageMeta
        title="Apply for an exam"
        description="See the exam in full and pay its fee. Prices include GST."
      />
      <ApplyNow />
      <ExamSteps />
    </>
  );
}
