/** The sealed paper on this phone, as the disk says; and in words, for the list of what is ready. */
import { useEffect } from 'react';
import { localDb } from '#web/exam/local-db/database.ts';
import { readComingPaper, readHeldPaper } from '#web/exam/local-db/sealed-paper.ts';
import type { ExamCandidate } from '#web/exam/sync/find-entry.ts';
import { keepPaper, paperInWords } from '#web/exam/sync/keep-paper.ts';
import { syncDepsOf } from '#web/exam/sync/start-sync.ts';
import { useWatched } from './use-exam.ts';
import type { PhoneFinding } from './use-findings.ts';

export function useHeldPaper({ uid, examId }: ExamCandidate) {
  return useWatched(`held-${uid}-${examId}`, () => readHeldPaper(localDb, uid, examId));
}

/** Fetches it as long as the page waits for the start. */
export function usePaper({ uid, examId }: ExamCandidate, startsAt: number | null): PhoneFinding {
  useEffect(() => {
    loadCodeDoor().catch(() => {});
    return keepPaper(syncDepsOf(uid), { uid, examId, startsAt });
  }, [uid, examId, startsAt]);
  const held = useHeldPaper({ uid, examId, eligible: true });
  const coming = useWatched(`coming-${uid}-${examId}`, () => readComingPaper(localDb, uid, examId));
  return {
    name: 'Paper on this phone',
    verdict: held.value ? 'fine' : 'unsure',
    text: paperInWords(held.value, coming.value),
  };
}

/** The door for a start code: fetched while the paper is, so that it is here when nothing else can be. */
export const loadCodeDoor = () => import('./code-door.tsx');
