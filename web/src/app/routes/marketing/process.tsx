import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ProcessPage } from '#web/features/marketing/process-page.tsx';

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
