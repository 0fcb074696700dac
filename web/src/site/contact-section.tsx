/** The front page's contact form, beside the other ways to reach the office. */
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import styles from './contact-section.module.css';
import enquiriesStyles from './enquiries/enquiries.module.css';
import { EnquiryForm, LONGEST_MESSAGE } from './enquiries/enquiry-form.tsx';
import { useEnquiry } from './enquiries/use-enquiry.ts';

export function ContactSection() {
  const { phone, email, address } = useBrand();
  return (
    <section id="contact" className={styles.band} aria-labelledby="contact-title">
      <div className={styles.text}>
        <h2 id="contact-title">Write to us</h2>
        <p>Company or candidate, you’ll hear from us within 24 hours.</p>
        <address className={styles.reach}>
          <p>
            <a href={telHref(phone)}>{phone}</a>
          </p>
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          {address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </address>
      </div>
      <div className={styles.card}>
        <ContactForm />
      </div>
    </section>
  );
}

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
      problemTitle="Your message wasn’t sent"
      thanks="Message sent successfully!"
    >
      <div className={enquiriesStyles.pair}>
        <TextField label="First name" name="firstname" autoComplete="given-name" />
        <TextField label="Last name" name="lastname" autoComplete="family-name" />
      </div>
      <div className={enquiriesStyles.pair}>
        <TextField label="Email" name="email" type="email" autoComplete="email" />
        <TextField label="Phone" name="phone" type="tel" autoComplete="tel" />
      </div>
      <TextArea label="Message" name="message" rows={5} longest={LONGEST_MESSAGE} />
    </EnquiryForm>
  );
}
