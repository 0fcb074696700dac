// Ranks a merit list by the stated rules and nothing else (SPEC.md). Computes in whole numbers only, and yields between
// steps so that other work can run.
import type { MeritRules, TieBreak } from '../contract/desk/merit.ts';
import { sortInSteps } from './sort-in-steps.ts';

/** One complete score of one person. Marks are in hundredths. */
export type Sat = {
  uid: string;
  /** The exam that was sat; each shift is its own session. */
  session: string;
  total: number;
  sections: ReadonlyMap<string, number>;
  /** Null if unknown. */
  wrong: number | null;
  /** YYYY-MM-DD. */
  born: string | null;
  /** Empty: none. */
  category: string;
};

export type RankedSat<S extends Sat = Sat> = {
  sat: S;
  rank: number;
  /** Of the total within its own session, in ten millionths of a per cent. */
  percentile: number;
  qualified: boolean;
};

export type Ranking<S extends Sat = Sat> = {
  /** Best first; people who share a rank are ordered by uid. */
  places: RankedSat<S>[];
  /** How many people sat several sessions. */
  twice: number;
};

/** The keys by which two people are compared, the most important first; less is better. */
type Judged<S extends Sat> = RankedSat<S> & { key: readonly number[] };
type Ranks = { total: Map<number, number>; sections: Map<string, Map<number, number>> };

const BREATH = 2_048;

export function* meritList<S extends Sat>(
  everyone: readonly S[],
  { shifts, tieBreaks, cutoffs }: MeritRules,
): Generator<void, Ranking<S>> {
  const inPercentiles = shifts.length > 0;
  const named = new Set([
    ...tieBreaks.flatMap((each) => (each.by === 'section' ? each.section : [])),
    ...cutoffs.sections.map(({ section }) => section),
  ]);
  const sessions = yield* measure(everyone, inPercentiles ? [...named] : []);
  const needs = toSteps(cutoffs, inPercentiles);
  const judged: Judged<S>[] = [];
  for (const sat of everyone) {
    const ranks = sessions.get(sat.session);
    const percentile = ranks?.total.get(sat.total) ?? 0;
    const score = inPercentiles ? percentile : sat.total;
    const inSection = (name: string) => {
      const marks = sat.sections.get(name);
      if (marks === undefined) return Number.NEGATIVE_INFINITY;
      return inPercentiles ? (ranks?.sections.get(name)?.get(marks) ?? 0) : marks;
    };
    judged.push({
      sat,
      rank: 0,
      percentile,
      qualified:
        score >= (needs.categories.get(sat.category) ?? needs.total) &&
        needs.sections.every(({ section, least }) => inSection(section) >= least),
      key: [-score, ...tieBreaks.map((tieBreak) => weigh(tieBreak, sat, inSection))],
    });
    if (judged.length % BREATH === 0) yield;
  }
  const sorted = yield* sortInSteps(
    judged,
    (a, b) => compareKeys(a.key, b.key) || byUid(a.sat, b.sat),
  );
  return yield* place(sorted);
}

/** The sort key for a tie-break: less is better, and an unknown value comes last [ML2]. */
function weigh(tieBreak: TieBreak, sat: Sat, inSection: (name: string) => number): number {
  switch (tieBreak.by) {
    case 'section':
      return -inSection(tieBreak.section);
    case 'wrong':
      return sat.wrong ?? Number.POSITIVE_INFINITY;
    case 'birth':
      return sat.born === null ? Number.POSITIVE_INFINITY : Number(sat.born.replaceAll('-', ''));
  }
}

function* place<S extends Sat>(sorted: readonly Judged<S>[]): Generator<void, Ranking<S>> {
  const places: RankedSat<S>[] = [];
  const listed = new Set<string>();
  const twice = new Set<string>();
  let above: Judged<S> | undefined;
  for (const { key, ...one } of sorted) {
    if (listed.has(one.sat.uid)) {
      twice.add(one.sat.uid);
      continue;
    }
    listed.add(one.sat.uid);
    const shares = above !== undefined && compareKeys(above.key, key) === 0;
    above = { ...one, key, rank: shares && above ? above.rank : places.length + 1 };
    places.push({ ...one, rank: above.rank });
    if (places.length % BREATH === 0) yield;
  }
  return { places, twice: twice.size };
}

/** Each session's percentiles, of the total and of the sections named. */
function* measure(
  everyone: readonly Sat[],
  sections: readonly string[],
): Generator<void, Map<string, Ranks>> {
  const values = new Map<string, { total: number[]; sections: number[][] }>();
  let seen = 0;
  for (const sat of everyone) {
    const of = values.get(sat.session) ?? { total: [], sections: sections.map(() => []) };
    values.set(sat.session, of);
    of.total.push(sat.total);
    for (const [at, name] of sections.entries()) {
      const marks = sat.sections.get(name);
      if (marks !== undefined) of.sections[at]?.push(marks);
    }
    seen += 1;
    if (seen % BREATH === 0) yield;
  }
  const sessions = new Map<string, Ranks>();
  for (const [session, of] of values) {
    const inSections = new Map<string, Map<number, number>>();
    for (const [at, name] of sections.entries()) {
      inSections.set(name, percentiles(of.sections[at] ?? []));
      yield;
    }
    sessions.set(session, { total: percentiles(of.total), sections: inSections });
    yield;
  }
  return sessions;
}

function toSteps(cutoffs: MeritRules['cutoffs'], inPercentiles: boolean) {
  const steps = (least: number) =>
    Math.round(least * (inPercentiles ? Number(PERCENT_STEPS) : 100));
  return {
    total: cutoffs.total === null ? Number.NEGATIVE_INFINITY : steps(cutoffs.total),
    sections: cutoffs.sections.map(({ section, least }) => ({ section, least: steps(least) })),
    categories: new Map(cutoffs.categories.map(({ category, least }) => [category, steps(least)])),
  };
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at += 1) {
    const mine = a[at] ?? 0;
    const other = b[at] ?? 0;
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return 0;
}

function byUid(a: Sat, b: Sat): number {
  if (a.uid !== b.uid) return a.uid < b.uid ? -1 : 1;
  return a.session < b.session ? -1 : 1;
}

// Percentile scores as NTA defines them: 100 × the number at or below ÷ the number in the session.

/** Steps of a percentile: seven decimals, as published. */
const PERCENT_STEPS = 10_000_000n;
const HUNDRED = 100n * PERCENT_STEPS;

/**
 * For each value its percentile among all, in ten millionths of a per cent, halves rounded up. Exact, so ranks use what
 * is printed [ML4].
 */
export function percentiles(values: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  const all = BigInt(values.length);
  let atOrBelow = 0;
  const found = new Map<number, number>();
  for (const [value, count] of [...times].sort(([a], [b]) => a - b)) {
    atOrBelow += count;
    found.set(value, Number((2n * BigInt(atOrBelow) * HUNDRED + all) / (2n * all)));
  }
  return found;
}

/** As people read it, `99.9871204`. */
export function percentileText(steps: number): string {
  const digits = String(steps).padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
