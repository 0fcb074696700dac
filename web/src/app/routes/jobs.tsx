import { Openings } from '#web/candidate/exams/openings.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

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
