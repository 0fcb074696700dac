/**
 * The sealed paper on pages that a candidate sees days before the start. The paper is fetched while there is a network,
 * and its progress is read from this phone's disk. Once the exam has begun on this phone, the state of the exam is
 * shown instead.
 */
import { useEffect, useState } from 'react';
import type { Ahead } from '#web/exam/sync/outside-exam.ts';
import styles from './paper-ahead.module.css';

/** @returns null when there is nothing to show */
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

/** Renders nothing once the exam has begun on this phone. */
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
