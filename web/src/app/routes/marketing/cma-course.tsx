import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { cma } from '#web/site/content/cma.ts';
import { CoursePage } from '#web/site/course-page.tsx';
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
