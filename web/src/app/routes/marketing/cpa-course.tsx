import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { cpa } from '#web/features/marketing/content/cpa.ts';
import { CoursePage } from '#web/features/marketing/course-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { EnrolSection, enrolParts } from '../../enrol-section.tsx';

const parts = enrolParts(cpa, paths.cpaThanks);

export default function CpaCourseRoute() {
  return (
    <>
      <PageMeta title="US CPA course" description={cpa.description} />
      <CoursePage content={cpa}>
        <EnrolSection content={cpa} parts={parts} />
      </CoursePage>
    </>
  );
}
