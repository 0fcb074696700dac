/** Where the front page asks for a message, and says where else somebody is reached. */
import { Suspense } from 'react';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import styles from './contact-section.module.css';

const ContactForm = lazyPart(
  async () => (await import('#web/site/enquiries/contact-form.tsx')).ContactForm,
  '#contact',
);

/** The same element at every rendering: a page that is drawn anew leaves alone what is typed where no script has come yet. */
const form = (
  <Suspense>
    <ContactForm />
  </Suspense>
);

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
      <div className={styles.card}>{form}</div>
    </section>
  );
}
