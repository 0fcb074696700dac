/**
 * Keeps what a visitor sent: the same one sent twice is one, by the id that the sender's device made (or, for
 * the newsletter, by the address). What a robot filled in is answered as ever and kept nowhere.
 */
import { createHash } from 'node:crypto';
import type {
  ContactRequest,
  EnquiryKind,
  HireUsRequest,
  NewsletterRequest,
} from '#contract/site/enquiries.ts';
import type { Orm } from '#db/client.ts';
import { enquiries } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

export type NewEnquiry = {
  /** Made by the sender's device; without one each is another. */
  id: string | undefined;
  kind: EnquiryKind;
  email: string;
  name?: string;
  phone?: string;
  message?: string;
  applicationId?: string;
};

/** @throws Problem throttled */
export async function takeContact(deps: Deps, form: ContactRequest, address: string) {
  const { firstname, lastname, website, ...rest } = form;
  const name = `${firstname} ${lastname}`;
  await take(deps, { ...rest, kind: 'contact', name, id: form.id }, website, address);
}

/** @throws Problem throttled */
export async function takeHireUs(deps: Deps, form: HireUsRequest, address: string) {
  const { website, service, ...rest } = form;
  const message = service ? `Service: ${service}\n\n${form.message}` : form.message;
  await take(deps, { ...rest, message, kind: 'hire-us', id: form.id }, website, address);
}

/** @throws Problem throttled */
export async function takeNewsletter(deps: Deps, form: NewsletterRequest, address: string) {
  const email = form.email.toLowerCase();
  await take(deps, { kind: 'newsletter', email, id: subscriberId(email) }, form.website, address);
}

async function take(
  deps: Deps,
  enquiry: NewEnquiry,
  trap: string | undefined,
  address: string,
): Promise<void> {
  await throttle(deps, [{ key: `enquiry from ${address}`, most: 100, seconds: 3_600 }]);
  if (!trap) await storeEnquiry(deps.db.orm, deps.now(), enquiry);
}

/** @param now milliseconds since 1970 */
export async function storeEnquiry(tx: Orm, now: number, enquiry: NewEnquiry): Promise<void> {
  const row = { ...enquiry, id: enquiry.id ?? newId(), createdAt: new Date(now) };
  await tx.insert(enquiries).values(row).onConflictDoNothing({ target: enquiries.id });
}

/** The dash keeps it apart from the ids that devices make. */
function subscriberId(email: string): string {
  return `news-${createHash('sha256').update(email).digest('hex').slice(0, 32)}`;
}
