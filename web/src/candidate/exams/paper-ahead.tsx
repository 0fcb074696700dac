/**
 * The sealed paper on the pages that a candidate sees days before the start: fetched while there is a network, and how
 * far it is, as this phone's disk says; once the exam has begun here, how that stands.
 */
import { useEffect, useState } from 'react';
import type { Ahead } from '#web/exam/sync/outside-exam.ts';
import { formatDateTime } from '#web/shared/format.ts';

type Which = { uid: string; examId: string };

/** @returns null where there is nothing to tell */
export function useAhead({ uid, examId }: Which): Ahead | null {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    follow({ uid, examId }, setAhead, leaving.signal).catch((error: unknown) =>
      console.warn('The paper could not be fetched ahead', error),
    );
    return () => leaving.abort();
  }, [uid, examId]);
  return ahead;
}

export function AheadLine({ ahead }: { ahead: Ahead | null }) {
  if (!ahead) return null;
  const [title, text] = inWords(ahead);
  return (
    <p role="status">
      <strong>{title}</strong>
      <br />
      {text}
    </p>
  );
}

function inWords(ahead: Ahead): [title: string, text: string] {
  if (ahead === 'submitted')
    return ['Submitted on this phone', 'Go online and wait until you see your receipt.'];
  if ('paper' in ahead) return ['Paper on this phone', ahead.paper];
  const until = formatDateTime(new Date(ahead.until).toISOString());
  return ['You’ve started this exam', `You have until ${until}.`];
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
