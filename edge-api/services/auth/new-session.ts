// A new token: 256 random bits, shown to its owner once and stored only as a hash.
import { randomBytes } from 'node:crypto';
import { hashToken } from './find-session.ts';

/** Outlives any sitting that was started with it. */
const SESSION_DAYS = 90;

export type NewSession = { token: string; tokenHash: string; expiresAt: Date };

export function newSession(now: number): NewSession {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    tokenHash: hashToken(token),
    expiresAt: new Date(now + SESSION_DAYS * 24 * 60 * 60_000),
  };
}
