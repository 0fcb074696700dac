/** Applies for a course by name, telephone and e-mail; the office and the payment page take it from there. */
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import { PersonFields } from './person-fields.tsx';
import { type FormName, useEnquiry } from './use-enquiry.ts';

const loadSchema = async () =>
  (await import('#contract/site/applications.ts')).applicationRequestSchema;

interface ApplicationFormProps {
  form: FormName;
  course: Course;
  action: string;
  thanks: string;
  fallback: string;
  onSent: () => void;
}

export function ApplicationForm(props: ApplicationFormProps) {
  const { form, course, action, thanks, fallback, onSent } = props;
  const enquiry = useEnquiry({
    form,
    path: 'applications',
    schema: loadSchema,
    fallback,
    onSent,
  });
  return (
    <EnquiryForm
      enquiry={enquiry}
      action={action}
      pendingLabel="Submitting..."
      problemTitle="Your application was not sent"
      thanks={thanks}
    >
      <PersonFields />
      <input type="hidden" name="course" value={course} />
      <input type="hidden" name="amount" value={courseAmounts[course]} />
      <input type="hidden" name="txnId" value="" />
    </EnquiryForm>
  );
}
