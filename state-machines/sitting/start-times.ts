// When a sitting's time starts, by how its exam starts and who opens it (decisions.md section 12). Never by a phone's
// word. All instants are milliseconds since 1970 by the server's clock.

export type ExamStartFacts = {
  /** `together`: from the exam's start for everyone; `own`: from each candidate's own start. */
  start: 'own' | 'together';
  /** The exam's start. */
  starts: number;
};

/** `waitedSeconds`: added to the time, because the candidate waited so long after `startedAt`. */
export type SittingStart = { startedAt: number; waitedSeconds: number };

/**
 * Opened by the server, at `now`.
 * @param codeTold when somebody was first told a start code that opens a paper on a phone of this candidate: it may
 * have been read since then, on any phone. Null if there is none.
 */
export function startOfOpening(
  exam: ExamStartFacts,
  now: number,
  codeTold: number | null,
): SittingStart {
  if (exam.start === 'together') return { startedAt: exam.starts, waitedSeconds: 0 };
  if (codeTold !== null) return startOfBeginning(exam, codeTold);
  return { startedAt: now, waitedSeconds: 0 };
}

/**
 * Begun on the phone, by the exam's key or a start code. In an `own` exam the time runs from the code's release, but
 * acts are measured from the exam's start, the one moment that phone and server both know. So the wait for the code is
 * added.
 * @param releasedAt of the start code
 */
export function startOfBeginning(
  { start, starts }: ExamStartFacts,
  releasedAt: number,
): SittingStart {
  const waited = start === 'together' ? 0 : Math.max(0, releasedAt - starts);
  return { startedAt: starts, waitedSeconds: Math.round(waited / 1_000) };
}
