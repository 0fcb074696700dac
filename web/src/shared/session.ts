// Who is signed in on this phone: the `user` record of localStorage, the same in every tab.
// A record without a uid counts as nobody. Any other missing field, such as one that a later version added, gets a
// default until the server's next reply brings it.
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type SessionReply, type User, userSchema } from '#contract/wire/users.ts';
import {
  onSessionChange,
  onSessionEnded,
  tellSessionChanged,
  tellSessionEnded,
  USER_KEY,
} from './session-watch.ts';

const { shape } = userSchema;
const storedUserSchema = z.extend(userSchema, {
  role: z.catch(shape.role, 'candidate'),
  fullName: z.catch(shape.fullName, ''),
  email: z.catch(shape.email, ''),
  mobile: z.catch(shape.mobile, ''),
  status: z.catch(shape.status, 'Registered'),
  examID: z.catch(shape.examID, null),
  examStatus: z.catch(shape.examStatus, null),
  score: z.catch(shape.score, []),
  TxnID: z.catch(shape.TxnID, null),
  mustChangePassword: z.catch(shape.mustChangePassword, false),
  token: z.catch(z.nullable(z.string()), null),
});
type StoredUser = z.infer<typeof storedUserSchema>;

let seen: { text: string | null; stored: StoredUser | null } = { text: null, stored: null };

/** Compares the text, so that the same record gives the same object and React doesn't render for nothing. */
function readStored(): StoredUser | null {
  const text = readText();
  if (text !== seen.text) seen = { text, stored: parseStored(text) };
  return seen.stored;
}

function readText(): string | null {
  try {
    return localStorage.getItem(USER_KEY);
  } catch {
    return seen.text; // storage switched off: signed in for as long as this page lives
  }
}

function parseStored(text: string | null): StoredUser | null {
  try {
    const parsed = z.safeParse(storedUserSchema, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function write(stored: StoredUser): void {
  const text = JSON.stringify(stored);
  seen = { text, stored };
  try {
    localStorage.setItem(USER_KEY, text);
  } catch {
    // As in readText: the page continues with what it has seen.
  }
  tellSessionChanged();
}

export function readUser(): User | null {
  return readStored();
}

export function readToken(): string | null {
  return readStored()?.token ?? null;
}

/** The token of this person, or null when nobody or somebody else is signed in. */
export function tokenOf(uid: string): string | null {
  const stored = readStored();
  return stored?.uid === uid ? stored.token : null;
}

/** After a sign-in or sign-up. */
export function storeSession({ user, token }: SessionReply): void {
  write({ ...user, token });
}

/** The record as it is now, for storing on the disk. */
export function readRecord(): { uid: string; user: string } | null {
  const stored = readStored();
  return stored && { uid: stored.uid, user: JSON.stringify(stored) };
}

/** @returns false when the stored text is not a record */
export function restoreRecord(user: string): boolean {
  const stored = parseStored(user);
  if (stored) write(stored);
  return stored !== null;
}

/** Stores a newer record of the same user; ignored when somebody else, or nobody, is signed in by now. */
export function updateUser(user: User): void {
  const stored = readStored();
  if (stored?.uid === user.uid) write({ ...user, token: stored.token });
}

/** Sign-out clears localStorage and half-filled forms; answers are in IndexedDB. */
export function clearSession(): void {
  seen = { text: null, stored: null };
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Storage switched off holds nothing to clear.
  }
  tellSessionChanged();
}

let refused: string | null = null;

/** The server no longer knows this token. Ignored when the token belongs to an earlier session. */
export function hearRefused(token: string): void {
  if (readToken() !== token) return;
  refused = token;
  tellSessionEnded();
}

/**
 * Whether the server has said, since the page was loaded, that the session of the signed-in person has ended. The
 * caller must also use `useUser`, which renders again for a new session.
 */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    onSessionEnded,
    () => refused !== null && readToken() === refused,
    () => false,
  );
}

/** The signed-in user, or null; renders again when it changes here or in another tab. */
export function useUser(): User | null {
  return useSyncExternalStore(onSessionChange, readUser, () => null);
}
