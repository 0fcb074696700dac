// What the server remembers of a log between two pushes, so that it can judge the next push without reading the log:
// the seqs it holds, and the acts that decide what counts. Small, however long the log is.
import type { LoggedAct, Placed } from './rules.ts';

/**
 * The seqs that the server holds from one device: all up to `upTo`, which may be acknowledged [SY3], and those in
 * `above`.
 */
export type HeldSeqs = { upTo: number; above: ReadonlySet<number> };

export const noSeqs: HeldSeqs = { upTo: 0, above: new Set() };

export function isHeld({ upTo, above }: HeldSeqs, seq: number): boolean {
  return seq <= upTo || above.has(seq);
}

export function addSeqs(held: HeldSeqs, seqs: Iterable<number>): HeldSeqs {
  const above = new Set(held.above);
  for (const seq of seqs) if (seq > held.upTo) above.add(seq);
  let { upTo } = held;
  while (above.delete(upTo + 1)) upTo += 1;
  return { upTo, above };
}

export function seqsOf(log: readonly LoggedAct[], deviceId: string): HeldSeqs {
  return addSeqs(
    noSeqs,
    log.flatMap((act) => (act.deviceId === deviceId ? [act.seq] : [])),
  );
}

/** What an act is about; null if it affects nothing that counts. */
function subjectOf({ type, qid }: LoggedAct): string | null {
  if (type === 'documents') return 'documents';
  if (type === 'answered' || type === 'cleared') return `answer ${qid}`;
  return type === 'marked' || type === 'unmarked' ? `mark ${qid}` : null;
}

/**
 * The acts that decide what counts while the sitting is under way: for each subject the last act that counts, and all
 * acts that don't count yet. `project` gives the same result for these acts as for the whole log, also as acts are
 * added, until the first submission or the end. After that it needs the whole log, because late acts are judged against
 * all others.
 */
export function decisiveActs<A extends LoggedAct>(placed: readonly Placed<A>[]): A[] {
  const last = new Map<string, A>();
  const others: A[] = [];
  for (const { act, placing } of placed) {
    const subject = subjectOf(act);
    if (placing !== 'counts') others.push(act);
    else if (subject !== null) last.set(subject, act);
  }
  return [...last.values(), ...others];
}
