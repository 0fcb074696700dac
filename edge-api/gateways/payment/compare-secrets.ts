/** Equality whose running time says nothing about where, or by how much, two texts differ. */
import { createHash, timingSafeEqual } from 'node:crypto';

export function sameSecret(left: string, right: string): boolean {
  // Hashing first gives equal lengths, which timingSafeEqual demands and length would otherwise betray.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The value of an Authorization header with HTTP Basic credentials. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
