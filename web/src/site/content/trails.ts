/** Which pages stand above another, for the trail on the page and for search engines. */
import { paths } from '#web/shared/paths.ts';
import { courseList } from './course-list.ts';

export interface Above {
  to: string;
  label: string;
}

const home: Above = { to: paths.home, label: 'Home' };
const courses: Above = { to: paths.exploreCourses, label: 'Courses' };

/** @returns from the front page down, without the page itself */
export function trailAbove(path: string): readonly Above[] {
  return courseList.some((course) => course.path === path) ? [home, courses] : [home];
}
