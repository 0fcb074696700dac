/** The newsletter's box in the footer: one address, one button. */
import { TextField } from '#web/ui/text-field.tsx';
import styles from './enquiries.module.css';
import { EnquiryForm } from './enquiry-form.tsx';
import { useEnquiry } from './use-enquiry.ts';

const loadSchema = async () =>
  (await import('#contract/site/enquiries.ts')).newsletterRequestSchema;

export function NewsletterBox() {
  const enquiry = useEnquiry({
    form: 'newsletter',
    path: 'newsletter',
    schema: loadSchema,
    fallback: 'Something went wrong. Please try again later.',
  });
  return (
    <section className={styles.box} aria-label="Newsletter">
      <EnquiryForm
        enquiry={enquiry}
        action="Subscribe"
        pendingLabel="Sending..."
        problemTitle="You are not subscribed"
        thanks="Thank you. You are on our list."
      >
        <TextField
          label="Newsletter"
          hint="New exams and openings by e-mail."
          name="email"
          type="email"
          autoComplete="email"
          placeholder="Your e-mail address"
        />
      </EnquiryForm>
    </section>
  );
}
