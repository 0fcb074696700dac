/** Figures as people read them. */
import type { QuestionFlag } from '#contract/desk/analysis.ts';

/** At most two decimals, Indian grouping, a real minus. */
export function decimal(value: number): string {
  return value.toLocaleString('en-IN', { maximumFractionDigits: 2 }).replace('-', '−');
}

export function whole(value: number): string {
  return value.toLocaleString('en-IN');
}

/** A part of a whole as `42%`; a dash of nothing. */
export function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((part / of) * 100)}%`;
}

/** A time of so many minutes: seconds below one, as `2 s` and `12.5 min`. */
export function minutes(value: number): string {
  return value < 1 ? `${Math.round(value * 60)} s` : `${decimal(value)} min`;
}

/** An index between −1 and 1 with its sign, as `+0.31`; a dash where there is none. */
export function signed(index: number | null): string {
  if (index === null) return '–';
  const rounded = Math.round(index * 100) / 100;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${Math.abs(rounded).toFixed(2)}`;
}

/** Shared words of a flag: in a cell, and what it means. */
export const flagWords: Record<QuestionFlag, { short: string; long: string; grave: boolean }> = {
  'nobody-right': {
    short: 'Nobody right',
    long: 'Nobody got it right. The key may be wrong.',
    grave: true,
  },
  'below-chance': {
    short: 'Below chance',
    long: 'Fewer got it right than by guessing: under one in four.',
    grave: true,
  },
  'negative-discrimination': {
    short: 'Negative discrimination',
    long: 'Those who did better on the rest of the paper got it wrong more often. The key is likely wrong, or the question misleads.',
    grave: true,
  },
  'everyone-right': {
    short: 'Everyone right',
    long: 'It does not tell strong and weak candidates apart.',
    grave: false,
  },
  'option-never-chosen': {
    short: 'Option never chosen',
    long: 'At least one option misled nobody.',
    grave: false,
  },
};
