/** Says who runs the site and how to reach them, and links to every part of it. */
import { Link } from 'react-router-dom';
import type { ShownBrand } from '#contract/site/brand.ts';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import enquiriesStyles from '#web/site/enquiries/enquiries.module.css';
import { EnquiryForm } from '#web/site/enquiries/enquiry-form.tsx';
import { useEnquiry } from '#web/site/enquiries/use-enquiry.ts';
import { TextField } from '#web/ui/field.tsx';
import styles from './footer.module.css';
import { footerNavigation } from './site-nav.ts';

export function Footer() {
  const brand = useBrand();
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.provider}>
          <BrandMark />
          <p>{brand.line}</p>
          <SocialLinks />
          <NewsletterBox />
        </div>
        <div className={styles.groups}>
          {footerNavigation.map((group) => (
            <nav key={group.label} aria-label={group.label}>
              <p className={styles.head}>{group.label}</p>
              <ul className={styles.links}>
                {group.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <address className={styles.contact}>
            <p className={styles.head}>Talk to us</p>
            <p>
              <a href={telHref(brand.phone)}>{brand.phone}</a>
            </p>
            <p>
              <a href={`mailto:${brand.email}`}>{brand.email}</a>
            </p>
            {brand.address.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </address>
        </div>
      </div>
      <p className={styles.legal}>
        © <span suppressHydrationWarning>{new Date().getFullYear()}</span> {brand.name},{' '}
        {brand.city}. GSTIN {brand.gstin}. All prices include GST.
      </p>
    </footer>
  );
}

const loadSchema = async () =>
  (await import('#contract/site/enquiries.ts')).newsletterRequestSchema;

/** The newsletter's box in the footer: one address, one button. */
export function NewsletterBox() {
  const enquiry = useEnquiry({
    form: 'newsletter',
    path: 'newsletter',
    schema: loadSchema,
    fallback: 'Something went wrong. Please try again later.',
  });
  return (
    <section className={enquiriesStyles.box} aria-label="Newsletter">
      <EnquiryForm
        enquiry={enquiry}
        action="Subscribe"
        pendingLabel="Sending..."
        problemTitle="You aren’t subscribed yet"
        thanks="Thank you. You’re on our list."
      >
        <TextField
          label="Newsletter"
          hint="New exams and openings by email."
          name="email"
          type="email"
          autoComplete="email"
          placeholder="Your email address"
        />
      </EnquiryForm>
    </section>
  );
}

/** Icons on a 24-unit grid, drawn in the same stroke as ui/icon.tsx. */
const places: readonly { key: keyof ShownBrand['links']; name: string; sign: string }[] = [
  { key: 'facebook', name: 'Facebook', sign: 'M15 4h-1.5A3.5 3.5 0 0 0 10 7.5V21M6.5 11.5H14' },
  {
    key: 'instagram',
    name: 'Instagram',
    sign: 'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm4 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm5-1.5v.1',
  },
  {
    key: 'linkedin',
    name: 'LinkedIn',
    sign: 'M5 9.5V19M5 5.5v.1M10 19V9.5m0 4.5a4.5 4.5 0 0 1 9 0v5',
  },
  { key: 'x', name: 'X', sign: 'M4.5 4h4l11 16h-4l-11-16Zm.5 16 5.7-6.5M18.5 4 13.2 10' },
  {
    key: 'youtube',
    name: 'YouTube',
    sign: 'M6 5.5h12a3.5 3.5 0 0 1 3.5 3.5v6a3.5 3.5 0 0 1-3.5 3.5H6A3.5 3.5 0 0 1 2.5 15V9A3.5 3.5 0 0 1 6 5.5Zm4.2 3.7v5.6l4.8-2.8-4.8-2.8Z',
  },
];

/**
 * Links to the provider's pages on other sites. One whose address isn't set yet keeps its icon, which leads nowhere.
 */
function SocialLinks() {
  const { links } = useBrand();
  return (
    <ul className={styles.places} aria-label="Find us elsewhere">
      {places.map(({ key, name, sign }) => {
        const picture = (
          <svg viewBox="0 0 24 24" role="img" aria-label={name}>
            <path d={sign} />
          </svg>
        );
        return (
          <li key={key}>
            {links[key] ? (
              <a href={links[key]} rel="noopener" target="_blank">
                {picture}
              </a>
            ) : (
              // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML keeps a place free.
              <a role="link" aria-disabled="true">
                {picture}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
