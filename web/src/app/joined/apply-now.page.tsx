import { ApplyNow } from '#web/candidate/payments/apply-now.tsx';
import { ExamSteps } from '#web/site/exam-steps.tsx';

export const description = 'See the exam in full and pay its fee. Prices include GST.';

export default function ApplyNowPage() {
  return (
    <>
      <ApplyNow />
      <ExamSteps />
    </>
  );
}
