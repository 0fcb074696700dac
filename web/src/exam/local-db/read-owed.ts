// Everything of a sitting that is on this phone and that the server has not said it holds: the one figure behind
// "N waiting", the sign-out guard and what the proctor is told (rule 3).
import type { LocalDb } from './database.ts';
import type { SittingRow } from './rows.ts';

export type Owed = {
  /** Events without acknowledgement, the one of the submission among them. */
  acts: number;
  /** Document pages of which the server lacks a piece, or that it refused and the answer still names. */
  pages: number;
  /** Submitted here, and no receipt yet. */
  submission: boolean;
  /** What the status line counts; only at 0 everything is received. */
  all: number;
};

/** May be given to Dexie's liveQuery; reads no page's bytes. */
export async function readOwed(db: LocalDb, sitting: SittingRow): Promise<Owed> {
  const { sittingId, handIn, receipt, epoch, writerEpoch, acked } = sitting;
  const [acts, unsent, refused] = await Promise.all([
    db.outbox.where({ sittingId }).count(),
    db.pages.where({ sittingId, pending: 1 }).count(),
    db.pages.where({ sittingId, pending: 2 }).primaryKeys(),
  ]);
  const isOpen = receipt === null && epoch === writerEpoch;
  const named = new Set(isOpen ? sitting.documents : []);
  const pages = unsent + refused.filter(([, sha256]) => named.has(sha256)).length;
  const submission = isOpen && handIn !== null;
  // Its event may be acknowledged while the receipt is not here: then it is the submission itself that waits.
  const alone = submission && handIn.seq <= acked ? 1 : 0;
  return { acts, pages, submission, all: acts + pages + alone };
}
