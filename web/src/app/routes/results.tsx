import { Page } from '#web/components/ui/page.tsx';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { PublishedResults } from '#web/features/results/published-results.tsx';

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
