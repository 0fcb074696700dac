/** What the board says about a candidate, in plain words. */
import type { HallAct } from '#contract/hall/acts.ts';
import type { BoardRow } from '#contract/hall/board.ts';
import { type Need, needsOf, type SeatState } from '#machines/hall/needs-me.ts';
import { formatTime } from '#web/shared/format.ts';
import type { Tone } from '#web/ui/badge.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { ago, span } from '../live/in-words.ts';

/** Milliseconds between two readings of the clock, so a time on the board may be this old. */
export const LOOK_MS = 5_000;

export interface Said {
  tone: Tone;
  icon: IconName;
  words: string;
}

const sentences: Readonly<Record<Exclude<Need, 'silent' | 'paused'>, Said>> = {
  'another-device': { tone: 'warn', icon: 'phone', words: 'Wants to continue on another phone' },
  held: { tone: 'warn', icon: 'clock', words: 'Late work to decide' },
  'not-submitted': { tone: 'danger', icon: 'alert', words: 'Time’s up, nothing submitted' },
  'not-received': {
    tone: 'warn',
    icon: 'cloud',
    words: 'Submitted, but not everything has arrived',
  },
};

export function sayNeed(need: Need, row: Pick<BoardRow, 'heardAt'>, now: number): Said {
  if (need === 'silent') {
    const words = `Silent for ${span(sinceHeard(row, now))}`;
    return { tone: 'warn', icon: 'cloud', words };
  }
  return need === 'paused' ? { tone: 'warn', icon: 'pause', words: 'Paused' } : sentences[need];
}

/**
 * Milliseconds since the phone was last heard. From one minute on, whole minutes: the board updates too seldom for
 * seconds.
 */
function sinceHeard({ heardAt }: Pick<BoardRow, 'heardAt'>, now: number): number {
  const ms = heardAt === null ? 0 : Math.max(0, now - Date.parse(heardAt));
  return ms < 60_000 ? ms : Math.floor(ms / 60_000) * 60_000;
}

/** A seat's state as a mark. Shown when the seat has no other mark, so that the place for marks is never empty. */
export function sayState({ state }: Pick<BoardRow, 'state'>): Said {
  return states[state ?? 'absent'];
}

const states: Readonly<Record<NonNullable<BoardRow['state']> | 'absent', Said>> = {
  absent: { tone: 'neutral', icon: 'user', words: 'Not started' },
  open: { tone: 'accent', icon: 'play', words: 'Under way' },
  submitted: { tone: 'success', icon: 'circle-check', words: 'Submitted, all received' },
  closed: { tone: 'neutral', icon: 'clock', words: 'Closed by the server' },
};

type Progress = SeatState &
  Pick<
    BoardRow,
    'room' | 'paperReady' | 'deadline' | 'questions' | 'answered' | 'waiting' | 'pagesWaiting'
  >;

/**
 * How far the candidate is, in parts to be shown side by side.
 * @param marked what the marks beside it say already: the seat's needs, and whether its state is one of the marks
 * @param live whether the board is as the server has it now; otherwise we don't know how long ago the phone was heard,
 * and the time of day is said instead
 */
export function sayProgress(
  row: Progress,
  marked: { needs: readonly Need[]; state: boolean },
  now: number,
  live: boolean,
): string[] {
  const { state, answered, questions, waiting, pagesWaiting } = row;
  const parts: string[] = row.room === '' ? [] : [row.room];
  if (!marked.state && state !== 'open') {
    const isWhole = state !== 'submitted' || row.received;
    parts.push(isWhole ? sayState(row).words : 'Submitted');
  }
  if (state === null) {
    if (row.paperReady) parts.push('Paper on the phone');
    else if (marked.state) parts.push('No paper on the phone yet');
  } else {
    parts.push(`${answered} of ${questions} answered`);
    if (state === 'open') parts.push(sayTimeLeft(row, now));
  }
  if (waiting > 0) parts.push(`${waiting} waiting on the phone`);
  if (pagesWaiting > 0)
    parts.push(pagesWaiting === 1 ? '1 page waiting' : `${pagesWaiting} pages waiting`);
  const isSaidAsNeed = live && marked.needs.includes('silent');
  if (state === 'open' && row.heardAt !== null && !isSaidAsNeed)
    parts.push(
      `heard ${live ? ago(now - Date.parse(row.heardAt)) : `at ${formatTime(row.heardAt)}`}`,
    );
  return parts;
}

function sayTimeLeft(
  { deadline, pausedAt }: Pick<BoardRow, 'deadline' | 'pausedAt'>,
  now: number,
): string {
  if (deadline === null) return '';
  const left = Date.parse(deadline) - (pausedAt === null ? now : Date.parse(pausedAt));
  if (left <= 0) return 'time’s up';
  if (left < 60_000) return 'under a minute left';
  return `${span(Math.ceil((left - LOOK_MS) / 60_000) * 60_000)} left`;
}

/** The accommodations that were agreed before the exam. */
export function sayAgreed(row: BoardRow): string[] {
  const parts: string[] = [];
  if (row.extraPercent > 0) parts.push(`${row.extraPercent}% extra time`);
  if (row.largerText) parts.push('larger text');
  if (row.reader) parts.push('reader or scribe');
  if (row.note !== '') parts.push(row.note);
  return parts;
}

/**
 * For a list whose order is out of date: counts the candidates who need the proctor but stand below one who doesn't.
 * Short enough for one line.
 */
export function sayChanged(shown: readonly BoardRow[], now: number): string {
  const needed = shown.map((row) => needsOf(row, now).length > 0);
  const first = needed.indexOf(false);
  const below = first < 0 ? 0 : needed.slice(first).filter(Boolean).length;
  if (below === 0) return 'The list has changed.';
  return below === 1 ? '1 below needs you.' : `${below.toLocaleString('en-IN')} below need you.`;
}

/** Tells the proctor whether check-in by photograph works without a network. */
export function sayPhotos({ here, of }: { here: number; of: number }): string {
  if (here < of) return `${here} of ${of} photos on this phone.`;
  return of === 1 ? '1 photo on this phone.' : `${of} photos on this phone.`;
}

/** An act in a few words, for the lists of waiting and refused acts. */
export function sayAct(act: HallAct): string {
  switch (act.kind) {
    case 'extra-time':
      return `${act.minutes === 1 ? '1 minute' : `${act.minutes} minutes`} more${act.forPause ? ' in place of a pause' : ''}`;
    case 'pause':
      return 'Pause';
    case 'resume':
      return 'Resume';
    case 'reopen':
      return 'Reopen';
    case 'allow-device':
      return 'Allow another phone';
    case 'resync':
      return 'Re-sync';
    case 'decide-held':
      return act.counted ? 'Count the late work' : 'Don’t count the late work';
    case 'check-in':
      return act.present ? 'Check in' : 'Take back the check-in';
    case 'incident':
      return 'Incident note';
  }
}
