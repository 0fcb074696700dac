/**
 * What search engines read of a page beside its text (schema.org as JSON-LD): only what is true and stands
 * on the page too.
 */
import { brand } from '#web/brand.ts';
import { paths } from '#web/lib/paths.ts';

/** @param origin the site's own address, without a slash at the end */
export function structuredData(path: string, origin: string): readonly object[] {
  if (path === paths.home) return [organization(origin)];
  return [];
}

function organization(origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    description: brand.line,
    email: brand.email,
    telephone: brand.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: brand.address.slice(0, -1).join(', '),
      addressLocality: brand.city,
      addressCountry: 'IN',
    },
  };
}
