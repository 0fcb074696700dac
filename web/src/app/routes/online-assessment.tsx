import { Page } from '#web/components/ui/page.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { AssessmentGrid } from '#web/features/assessment/assessment-grid.tsx';
import { WelcomeNotice } from '#web/features/registration/welcome-notice.tsx';

export default function OnlineAssessmentRoute() {
  return (
    <>
      <PageMeta
        title="Online assessment"
        description="The exams open for application now, with date, time and price including GST."
      />
      <Page
        title="Online assessment"
        intro="Choose an exam. You sit it on your own phone, at the time shown."
      >
        <WelcomeNotice />
        <AssessmentGrid />
      </Page>
    </>
  );
}
