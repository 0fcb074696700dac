/** Where the front page asks for a message. */
import { ContactForm } from '#web/features/enquiries/contact-form.tsx';
import styles from './contact-section.module.css';

export function ContactSection() {
  return (
    <section id="contact" className={styles.band} aria-labelledby="contact-title">
      <div className={styles.text}>
        <h2 id="contact-title">Write to us</h2>
        <p>Companies and candidates alike: we answer within 24 hours.</p>
      </div>
      <div className={styles.card}>
        <ContactForm />
      </div>
    </section>
  );
}
