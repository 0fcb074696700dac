/** Who stands behind the site and how to reach them, then every section of it. */
import { Link } from 'react-router-dom';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { NewsletterBox } from '#web/site/enquiries/newsletter-box.tsx';
import styles from './footer.module.css';
import { footerNavigation } from './site-nav.ts';
import { SocialLinks } from './social-links.tsx';

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
