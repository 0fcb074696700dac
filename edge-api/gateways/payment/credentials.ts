/** Credentials on the gateway's wire, and how they are compared. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** Equality whose running time says nothing about where, or by how much, two texts differ. */
export function sameSecret(left: string, right: string): boolean {
  // Hashing first gives equal lengths, which timingSafeEqual demands and length would otherwise betray.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The value of an Authorization header with HTTP Basic credentials. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** An API key is a user name without a password; some of the bank's kits carry the closing colon in the key. */
export function apiKeyAuthorization(apiKey: string): string {
  const [user = '', password = ''] = apiKey.split(/:(.*)/s);
  return basicAuthorization(user, password);
}
