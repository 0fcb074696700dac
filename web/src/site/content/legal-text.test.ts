import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { consentVersions } from '#contract/site/account.ts';
import { brand } from '#web/brand.ts';
import privacy from './legal/privacy.ts';
import terms from './legal/terms.ts';
import type { LegalText } from './legal-text.ts';

/** A fixed brand, because a company's own name and address change none of our words. */
const anyBrand = { ...brand, name: 'N', address: ['A'], city: 'C', email: 'E', phone: 'P' };
const digestOf = ({ title, sections }: LegalText) =>
  createHash('sha256')
    .update(JSON.stringify([title, sections(anyBrand)]))
    .digest('hex')
    .slice(0, 12);

it('[decision 20] texts that people agree to change only together with the date that their consent records', () => {
  // After changing a text, change its date in account.ts and at its head, then the date and the digest here.
  expect([consentVersions.terms, digestOf(terms)]).toEqual(['2026-11-25', '0af9e1fc2c76']);
  expect([consentVersions.privacy, digestOf(privacy)]).toEqual(['2026-11-25', '6b9f756f2e8f']);
  expect(consentVersions['exam-policy']).toBe(consentVersions.terms);
});

it('[decision 20] each text starts with the date under which consent to it is recorded', () => {
  const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (const [text, version] of [
    [terms, consentVersions.terms],
    [privacy, consentVersions.privacy],
  ] as const)
    expect(text.dated).toContain(written.format(new Date(version)));
});
