import { PageMeta } from '#web/shared/page-meta.tsx';
import { AssessBuildPage } from '#web/site/assess-build-page.tsx';

export default function AssessBuildRoute() {
  return (
    <>
      <PageMeta
        title="A & B: assess, then build"
        description="An assessment shows what a person can do; free training of 3–6 weeks starts exactly there. How scores become a plan."
      />
      <AssessBuildPage />
    </>
  );
}
