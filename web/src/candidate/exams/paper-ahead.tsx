/**
 * The sealed paper on the pages that a candidate sees days before the start: fetched while there is a network, and how
 * far it is, as this phone's disk says; once the exam has begun here, how that stands.
 */
import { useEffect, useState } from 'react';
import type { Ahead } from '#web/exam/sync/outside-exam.ts';
import styles from './paper-ahead.module.css';

type Which = { uid: string; examId: string };

/** @returns null where there is nothing to tell, undefined until that is known */
export function useAhead({ uid, examId }: Which): Ahead | null | undefined {
  const [ahead, setAhead] = useState<Ahead | null>();
  useEffect(() => {
    const leaving = new AbortController();
    follow({ uid, examId }, setAhead, leaving.signal).catch((error: unknown) => {
      console.warn(error);
      setAhead(null);
    });
    return () => leaving.abort();
  }, [uid, examId]);
  return ahead;
}

/** Null once the exam has begun here. */
export function PaperLine({ ahead }: { ahead: Ahead | null | undefined }) {
  if (ahead === null || (ahead && 'until' in ahead)) return null;
  return (
    <p role="status" className={styles.paper}>
      <strong>Paper on this phone</strong>
      <br />
      {ahead?.paper ?? 'Checking…'}
    </p>
  );
}

async function follow(
  which: Which,
  tell: (ahead: Ahead | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const { followPaperAhead } = await import('#web/exam/sync/outside-exam.ts');
  if (signal.aborted) return;
  signal.addEventListener('abort', followPaperAhead(which, tell));
}
