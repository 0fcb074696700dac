import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { women } from '#web/features/marketing/content/women.ts';
import { CoursePage } from '#web/features/marketing/course-page.tsx';
import { paths } from '#web/lib/paths.ts';
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
