import { PublishedResults } from '#web/candidate/results/published-results.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { Page } from '#web/ui/page.tsx';

export default function ResultsRoute() {
  return (
    <>
      <PageMeta
        title="Results"
        description="Published results of our exams, as PDF to read or download."
      />
      <Page
        title="Results"
        intro="Exams that have been marked, with the published list as a PDF."
        width="text"
      >
        <PublishedResults />
      </Page>
    </>
  );
}
