import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { dataMastery } from '#web/site/content/data-mastery.ts';
import { CoursePage } from '#web/site/course-page.tsx';
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
