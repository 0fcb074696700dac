/** localStorage as memory that may fail: a private window or a full phone only costs the memory. */

/** The keys that belong to no session; which course was applied for; which order was begun last, of an exam and of a course, and which paid a seat; who runs the site; what checks receipts; how the desk is liked; a practice exam's. */
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
    // The server knows it; this is only the shorter way.
  }
}
