import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { cpa } from '#web/site/content/cpa.ts';
import { CoursePage } from '#web/site/course-page.tsx';
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
