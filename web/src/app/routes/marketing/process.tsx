import { PageMeta } from '#web/shared/page-meta.tsx';
import { ProcessPage } from '#web/site/process-page.tsx';

export default function ProcessRoute() {
  return (
    <>
      <PageMeta
        title="Our process"
        description="How hiring with us goes in six steps, from the first talk to the first day, and how an exam goes for a candidate."
      />
      <ProcessPage />
    </>
  );
}
