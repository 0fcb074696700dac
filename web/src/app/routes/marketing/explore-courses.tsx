import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExploreCourses } from '#web/features/marketing/explore-courses.tsx';

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
