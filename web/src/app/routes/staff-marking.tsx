import { Marking } from '#web/desk/marking/marking.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function MarkingRoute() {
  return (
    <>
      <PageMeta title="Mark documents" description="Mark what candidates wrote on paper." />
      <Marking />
    </>
  );
}
