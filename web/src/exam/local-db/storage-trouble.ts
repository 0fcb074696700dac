// Storage that fails is told in words and tried again, never passed over (rule 7).
import type { LocalDb } from './database.ts';

export type TroubleKind = 'full' | 'unavailable' | 'lost' | 'gone' | 'damaged';

const sentences: Record<TroubleKind, string> = {
  full: 'This phone is full. Please delete some photos or apps, then try again.',
  unavailable:
    'This browser does not allow saving on the phone. Please leave private mode, or use Chrome.',
  lost: 'This phone’s storage was closed or stopped answering. Please try again; if that does not help, close the app and open it again.',
  gone: 'This phone’s storage was emptied, so your exam is no longer on it. What the exam server received is safe. Please open the exam again, and sign in if you are asked to.',
  damaged: 'Something saved on this phone could not be read. Please call the proctor.',
};

export class StorageTrouble extends Error {
  override readonly name = 'StorageTrouble';
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, cause: unknown) {
    super(sentences[kind], { cause });
    this.kind = kind;
  }
}

const kindsByName: Record<string, TroubleKind> = {
  QuotaExceededError: 'full',
  MissingAPIError: 'unavailable',
  SecurityError: 'unavailable',
  DatabaseClosedError: 'lost',
  OpenFailedError: 'unavailable',
  InvalidStateError: 'lost',
  UnknownError: 'lost',
  AbortError: 'lost',
  TimeoutError: 'lost',
  $ZodError: 'damaged',
};

/** The trouble behind an error of Dexie's or the browser's; null when it is no matter of storage. */
export function troubleOf(error: unknown): StorageTrouble | null {
  if (!(error instanceof Object)) return null;
  if (error instanceof StorageTrouble) return error;
  // An opening or a transaction that failed for want of space says so one level below.
  const deeper = 'inner' in error ? troubleOf(error.inner) : null;
  if (deeper) return deeper;
  const kind =
    'name' in error && typeof error.name === 'string' ? kindsByName[error.name] : undefined;
  return kind ? new StorageTrouble(kind, error) : null;
}

/**
 * Does something with the database; a connection that broke under the app is opened anew, once.
 * What is done must be one transaction that may safely be begun twice.
 * @throws StorageTrouble
 */
export async function withStorage<T>(db: LocalDb, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble?.kind !== 'lost') throw trouble ?? error;
  }
  try {
    db.close();
    await db.open();
    return await act();
  } catch (error) {
    throw troubleOf(error) ?? error;
  }
}
