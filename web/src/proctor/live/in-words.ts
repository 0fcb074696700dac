/** States, spans of time and late acts in plain words. */
import type { HeldAct, HeldReason, LiveFilter, LiveState } from '#contract/desk/live.ts';

export const stateNames: Readonly<Record<LiveState, string>> = {
  'not-started': 'Not started yet',
  'under-way': 'Under way',
  silent: 'Silent for over 2 minutes',
  'handed-in': 'Submitted',
  closed: 'Closed by the server',
};

export const filterNames: Readonly<Record<LiveFilter, string>> = {
  started: 'All who started',
  ...stateNames,
  held: 'Late work to decide',
};

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});

/** Milliseconds since 1970 as `10:30:05 am IST`, for places where seconds matter. */
export function clockTime(instant: number): string {
  const parts = clock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]);
  const { hour, minute, second, dayPeriod } = Object.fromEntries(parts) as Record<string, string>;
  return `${Number(hour) % 12 || 12}:${minute}:${second} ${dayPeriod?.toLowerCase()} IST`;
}

/** A length of time as `40 s`, `3 min 5 s`, `2 h 10 min`: rounded to whole seconds, without its sign. */
export function span(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60)
    return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** How long ago, in whole minutes from one minute on: `now`, `40 s ago`, `3 min ago`. */
export function ago(milliseconds: number): string {
  if (milliseconds < 5_000) return 'now';
  const seconds = Math.floor(milliseconds / 1_000);
  return `${span(seconds < 60 ? milliseconds : Math.floor(seconds / 60) * 60_000)} ago`;
}

/** What the candidate did. */
export function describeAct({ type, place }: Pick<HeldAct, 'type' | 'place'>): string {
  const question = place === null ? 'a question' : `question ${place}`;
  switch (type) {
    case 'answered':
      return `Answered ${question}`;
    case 'cleared':
      return `Cleared the answer to ${question}`;
    case 'marked':
      return `Marked ${question} for review`;
    case 'unmarked':
      return `Removed the review mark from ${question}`;
    case 'documents':
      return 'Chose the document pages';
    case 'started':
      return 'Opened the paper';
    case 'submitted':
      return 'Pressed Submit, or the time ran out';
    case 'reopened':
      return 'Continued after the phone’s clock was corrected';
    case 'submission':
      return 'Submitted, with all answers';
  }
}

/** Why an act waits for a decision: what doesn't match, or is missing. */
export const whyNames: Readonly<Record<HeldReason, string>> = {
  'after-end': 'The phone itself says this was done after the end.',
  'runs-back': 'The phone gives an earlier time for this than for something it did before.',
  'not-heard-before':
    'The phone hadn’t reached the exam server before this, so nothing shows that its time is right.',
  'not-heard-after':
    'The phone didn’t reach the exam server again before it sent this, so nothing shows when it was done.',
  restarted:
    'The exam was closed and reopened without a network before this, so the time comes from the phone’s own clock, which anyone can set.',
  'clock-differs':
    'When the phone reached the exam server again, its time didn’t match the exam server’s.',
  'too-early':
    'This was done after the phone had reached the exam server, but the phone gives an earlier time for it.',
  'too-late':
    'This was done before the phone reached the exam server again, but the phone gives a later time for it.',
  'arrived-late':
    'Its time matches the exam server’s, but it arrived later after the end than this exam allows.',
  'score-told': 'When it arrived, the candidate may already have seen a score.',
};

/**
 * How far something is from a limit: `20 s after the end`.
 * @param late milliseconds past the limit, negative before it
 * @param at stands before the limit when there is no difference: `at the end`
 */
export function beside(late: number, limit: string, at = 'at'): string {
  if (Math.abs(late) < 500) return `${at} ${limit}`;
  return `${span(late)} ${late > 0 ? 'after' : 'before'} ${limit}`;
}

export function countActs(acts: number): string {
  return acts === 1 ? '1 late act' : `${acts.toLocaleString('en-IN')} late acts`;
}
