import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { cma } from '#web/features/marketing/content/cma.ts';
import { CoursePage } from '#web/features/marketing/course-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { EnrolSection, enrolParts } from '../../enrol-section.tsx';

const parts = enrolParts(cma, paths.cmaThanks);

export default function CmaCourseRoute() {
  return (
    <>
      <PageMeta title="US CMA course" description={cma.description} />
      <CoursePage content={cma}>
        <EnrolSection content={cma} parts={parts} />
      </CoursePage>
    </>
  );
}
