import { AssessmentGrid } from '#web/candidate/exams/assessment-grid.tsx';
import { WelcomeNotice } from '#web/candidate/registration/welcome-notice.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Page } from '#web/ui/page.tsx';

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
