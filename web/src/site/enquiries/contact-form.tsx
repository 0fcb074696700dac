/** The contact form (specification, Home). */
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './enquiries.module.css';
import { EnquiryForm } from './enquiry-form.tsx';
import { LONGEST_MESSAGE } from './longest-message.ts';
import { useEnquiry } from './use-enquiry.ts';

const loadSchema = async () => (await import('#contract/site/enquiries.ts')).contactRequestSchema;

export function ContactForm() {
  const enquiry = useEnquiry({
    form: 'contact',
    path: 'contact',
    schema: loadSchema,
    fallback: 'Something went wrong. Please try again later.',
  });
  return (
    <EnquiryForm
      enquiry={enquiry}
      action="Send message"
      pendingLabel="Sending..."
      problemTitle="Your message was not sent"
      thanks="Message sent successfully!"
    >
      <div className={styles.pair}>
        <TextField label="First name" name="firstname" autoComplete="given-name" />
        <TextField label="Last name" name="lastname" autoComplete="family-name" />
      </div>
      <div className={styles.pair}>
        <TextField label="Email" name="email" type="email" autoComplete="email" />
        <TextField label="Phone" name="phone" type="tel" autoComplete="tel" />
      </div>
      <TextArea label="Message" name="message" rows={5} longest={LONGEST_MESSAGE} />
    </EnquiryForm>
  );
}
