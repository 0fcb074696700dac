/**
 * The sealed paper on the pages that a candidate sees days before the start: fetched while there is a network, and how
 * far it is, as this phone's disk says.
 */
import { useEffect, useState } from 'react';

interface PaperAheadProps {
  uid: string;
  examId: string;
}

export function PaperAhead({ uid, examId }: PaperAheadProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    follow({ uid, examId }, setText, leaving.signal).catch((error: unknown) =>
      console.warn('The paper could not be fetched ahead', error),
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

async function follow(
  which: PaperAheadProps,
  tell: (text: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const { followPaperAhead } = await import('#web/exam/sync/outside-exam.ts');
  if (signal.aborted) return;
  signal.addEventListener('abort', followPaperAhead(which, tell));
}
