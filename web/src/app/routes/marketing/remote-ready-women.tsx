import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { women } from '#web/site/content/women.ts';
import { CoursePage } from '#web/site/course-page.tsx';
import { EnrolSection, enrolParts } from '../../enrol-section.tsx';

const parts = enrolParts(women, paths.womenThanks);

export default function RemoteReadyWomenRoute() {
  return (
    <>
      <PageMeta title="Remote Ready Women: CRM and AI course" description={women.description} />
      <CoursePage content={women}>
        <EnrolSection content={women} parts={parts} />
      </CoursePage>
    </>
  );
}
