/** Where the front page asks for a message. */
import { Suspense } from 'react';
import styles from './contact-section.module.css';
import { lazyPart } from './lazy-part.ts';

const ContactForm = lazyPart(
  async () => (await import('#web/features/enquiries/contact-form.tsx')).ContactForm,
);

export function ContactSection() {
  return (
    <section id="contact" className={styles.band} aria-labelledby="contact-title">
      <div className={styles.text}>
        <h2 id="contact-title">Write to us</h2>
        <p>Companies and candidates alike: we answer within 24 hours.</p>
      </div>
      <div className={styles.card}>
        <Suspense>
          <ContactForm />
        </Suspense>
      </div>
    </section>
  );
}
