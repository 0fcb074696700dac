import { PageMeta } from '#web/shared/page-meta.tsx';
import { ExploreCourses } from '#web/site/explore-courses.tsx';

export default function ExploreCoursesRoute() {
  return (
    <>
      <PageMeta
        title="Explore courses"
        description="US CMA, US CPA, work in Germany, CRM & AI for women, Data Mastery: what each course is about, how long it takes and what it costs, GST included."
      />
      <ExploreCourses />
    </>
  );
}
