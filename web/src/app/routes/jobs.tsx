import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { Openings } from '#web/features/openings/openings.tsx';

export default function JobsRoute() {
  return (
    <>
      <PageMeta
        title="Openings"
        description="The posts you can take an exam for, and your own application."
      />
      <Openings />
    </>
  );
}
