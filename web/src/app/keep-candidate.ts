/** What a candidate's device keeps from each page on: the exam at once, the rest once it is idle. */

import { keepExam } from '#web/pwa/keep-exam.ts';
import { keepRest } from '#web/pwa/keep-rest.ts';
import { hasUserRecord } from '#web/shared/session-watch.ts';

/** @param left aborts when another page is gone to */
export async function keepCandidate(left: AbortSignal): Promise<void> {
  if ((await keepExam()) && hasUserRecord() && !left.aborted) keepRest(left);
}
