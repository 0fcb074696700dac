import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { Marking } from '#web/features/marking/marking.tsx';

export default function MarkingRoute() {
  return (
    <>
      <PageMeta title="Mark documents" description="Mark what candidates wrote on paper." />
      <Marking />
    </>
  );
}
