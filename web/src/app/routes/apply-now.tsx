import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamSteps } from '#web/features/marketing/exam-steps.tsx';
import { ApplyNow } from '#web/features/payments/apply-now.tsx';

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
