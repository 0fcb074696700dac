/** Where the front page asks for a message, and says where else somebody is reached. */
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import styles from './contact-section.module.css';
import { ContactForm } from './enquiries/contact-form.tsx';

export function ContactSection() {
  const { phone, email, address } = useBrand();
  return (
    <section id="contact" className={styles.band} aria-labelledby="contact-title">
      <div className={styles.text}>
        <h2 id="contact-title">Write to us</h2>
        <p>Companies and candidates alike: we answer within 24 hours.</p>
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
