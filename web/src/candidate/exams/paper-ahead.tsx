/**
 * The sealed paper on the pages that a candidate sees days before the start: fetched while there is a network, and how
 * far it is, as this phone's disk says; once the exam has begun here, how that stands.
 */
import { useEffect, useState } from 'react';
import type { Ahead } from '#web/exam/sync/outside-exam.ts';
import styles from './paper-ahead.module.css';

/** @returns null where there is nothing to tell */
export function useAhead({ uid, examId }: { uid: string; examId: string }): Ahead | null {
  const [ahead, setAhead] = useState<Ahead | null>({ paper: 'Checking…' });
  useEffect(() => {
    const following = import('#web/exam/sync/outside-exam.ts').then(
      ({ followPaperAhead }) => followPaperAhead({ uid, examId }, setAhead),
      () => setAhead(null),
    );
    return () => {
      following.then((stop) => stop?.());
    };
  }, [uid, examId]);
  return ahead;
}

/** Null once the exam has begun here. */
export function PaperLine({ ahead }: { ahead: Ahead | null }) {
  if (!ahead || 'until' in ahead) return null;
  return (
    <p role="status" className={styles.paper}>
      <strong>Paper on this phone</strong>
      <br />
      {ahead.paper}
    </p>
  );
}
