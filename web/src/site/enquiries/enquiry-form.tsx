/** The frame of every public form: its fields, a trap for bots, the state of the form, its button. */
import type { ReactNode } from 'react';
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { Form } from '#web/shared/form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type EnquirySubmit, type FormName, useEnquiry } from './use-enquiry.ts';

interface EnquiryFormProps {
  enquiry: EnquirySubmit;
  action: string;
  pendingLabel: string;
  /** Shown above a problem: "Your message was not sent". */
  problemTitle: string;
  /** Shown once the server has the form. */
  thanks: string;
  children: ReactNode;
}

export function EnquiryForm({ enquiry, thanks, children, ...form }: EnquiryFormProps) {
  return (
    <Form
      submit={enquiry}
      {...form}
      before={
        <>
          {enquiry.refused}
          {enquiry.standing !== 'typing' && (
            <div ref={intoSight}>
              <Notice tone={enquiry.standing === 'sent' ? 'success' : 'info'} live>
                <p>
                  {enquiry.standing === 'sent'
                    ? thanks
                    : 'Saved on this phone. We’re still trying to send it, so there’s no need to press again.'}
                </p>
              </Notice>
            </div>
          )}
        </>
      }
    >
      {children}
      <Trap />
    </Form>
  );
}

/** Scrolls to the notice. It appears where the button was just pressed, which may be at the edge of the screen. */
const intoSight = (told: HTMLElement | null) => told?.scrollIntoView({ block: 'nearest' });

/** A bot fills in every field; a person never comes across this one. */
function Trap() {
  return (
    <VisuallyHidden>
      <label aria-hidden="true">
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </VisuallyHidden>
  );
}

/**
 * Characters, as the server accepts them (contract/site/enquiries.ts). Written here, too, because the schema is loaded
 * later than the form.
 */
export const LONGEST_MESSAGE = 4_000;

export const THANKS = 'Thank you for your enquiry!';

/** The writer's name, phone and email, which the phone can fill in. */
export function EnquirerFields() {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" />
      <TextField label="Phone" name="phone" type="tel" autoComplete="tel" />
      <TextField label="Email" name="email" type="email" autoComplete="email" />
    </>
  );
}

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

/** Applies for a course by name, telephone and email; the office and the payment page take it from there. */
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
      problemTitle="Your application wasn’t sent"
      thanks={thanks}
    >
      <EnquirerFields />
      <input type="hidden" name="course" value={course} />
      <input type="hidden" name="amount" value={courseAmounts[course]} />
      <input type="hidden" name="txnId" value="" />
    </EnquiryForm>
  );
}
