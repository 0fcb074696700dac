/** The sealed paper, fetched from the page that signing in leads to: days before the start, while there is a network. */
import { useEffect, useState } from 'react';

interface PaperAheadProps {
  uid: string;
  examId: string;
}

export function PaperAhead({ uid, examId }: PaperAheadProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetchAhead({ uid, examId }, leaving.signal).then(
      (told) => !leaving.signal.aborted && setText(told),
      (error: unknown) => console.warn('The paper could not be fetched ahead', error),
    );
    return () => leaving.abort();
  }, [uid, examId]);
  if (text === null) return null;
  return (
    <p role="status">
      <strong>Paper on this phone</strong>
      <br />
      {text}
    </p>
  );
}

async function fetchAhead(which: PaperAheadProps, signal: AbortSignal) {
  return (await import('#web/exam/sync/outside-exam.ts')).fetchPaperAhead(which, signal);
}
