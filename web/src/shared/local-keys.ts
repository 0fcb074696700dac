/** localStorage as a memory that may fail: in a private window or on a full phone, something is only forgotten. */

/**
 * Keys that belong to no session: the exam; which course was applied for; the orders begun last, for an exam and for a
 * course, and the one that paid a seat; who runs the site; the keys that check receipts; how the desk is set up; and
 * the marks of the practice exam.
 */
export type LocalKey =
  | 'eid'
  | 'courseApplicationID'
  | 'courseApplied'
  | 'examOrder'
  | 'courseOrder'
  | 'coursePaid'
  | 'brand'
  | 'examBrand'
  | 'desk'
  | 'receipt-keys'
  | 'exam_end_practice'
  | 'exam_done_practice';

export function readLocal(key: LocalKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: LocalKey, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The server knows it; storing it here only saves time.
  }
}
