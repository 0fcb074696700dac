/** Who stands behind the site and how to reach them, then every section of it. */
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import styles from './footer.module.css';
import { footerNavigation } from './site-nav.ts';
import { SocialLinks } from './social-links.tsx';

const NewsletterBox = lazyPart(
  async () => (await import('#web/site/enquiries/newsletter-box.tsx')).NewsletterBox,
  'footer',
);

/** The same element at every rendering: a page that is drawn anew leaves alone what is typed where no script has come yet. */
const newsletter = (
  <Suspense>
    <NewsletterBox />
  </Suspense>
);

export function Footer() {
  const brand = useBrand();
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.provider}>
          <BrandMark />
          <p>{brand.line}</p>
          <SocialLinks />
          {newsletter}
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
        {brand.city}. All prices include GST.
      </p>
    </footer>
  );
}
