import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { dataMastery } from '#web/features/marketing/content/data-mastery.ts';
import { CoursePage } from '#web/features/marketing/course-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { EnrolSection, enrolParts } from '../../enrol-section.tsx';

const parts = enrolParts(dataMastery, `${paths.dataMastery}#pay`);

export default function DataMasteryRoute() {
  return (
    <>
      <PageMeta title="Data Mastery course" description={dataMastery.description} />
      <CoursePage content={dataMastery}>
        <EnrolSection content={dataMastery} parts={parts} />
      </CoursePage>
    </>
  );
}
