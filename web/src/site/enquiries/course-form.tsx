/** Enrolment in a course; the application's id is stored for its payment (specification sections 5 and 9). */
import { useNavigate } from 'react-router-dom';
import type { Course } from '#contract/site/courses.ts';
import { ApplicationForm } from './application-form.tsx';

interface CourseFormProps {
  course: Course;
  /** Where it goes on: /acmat, /acpat, /wc, or the payment box of the same page. */
  thanksPath: string;
}

export function CourseForm({ course, thanksPath }: CourseFormProps) {
  const navigate = useNavigate();
  return (
    <ApplicationForm
      form="course"
      course={course}
      action="Enroll Now"
      thanks="Application submitted."
      fallback="Submission failed"
      onSent={() => navigate(thanksPath)}
    />
  );
}
