/** What many sittings came to, in figures and in words. */
import type { SittingReport } from './sitting.ts';

export interface TortureReport {
  date: string;
  machine: string;
  browser: string;
  database: string;
  minutes: number;
  sittings: number;
  acts: number;
  faults: Record<string, number>;
  requestsMet: Record<string, number>;
  lost: number;
  doubled: number;
  receivedEarly: number;
  otherFindings: number;
  /** Milliseconds from fine weather to the page's word that all is received, by what had been the matter. */
  received: Record<string, { times: number; median: number; p95: number; longest: number }>;
  failedSeeds: number[];
  /** What pages told the console, by how often. */
  errors: Record<string, number>;
}

type Totals = Omit<
  TortureReport,
  'date' | 'machine' | 'browser' | 'database' | 'minutes' | 'requestsMet'
>;

export const isClean = ({ findings }: SittingReport): boolean =>
  Object.values(findings).every((list: readonly string[]) => list.length === 0);

export function sumUp(sittings: readonly SittingReport[]): Totals {
  const total = (pick: (one: SittingReport) => number) =>
    sittings.reduce((sum, one) => sum + pick(one), 0);
  const waits: Record<string, number[]> = {};
  for (const { after, ms } of sittings.flatMap(({ recoveries }) => recoveries))
    waits[after] = [...(waits[after] ?? []), ms];
  return {
    sittings: sittings.length,
    acts: total(({ acts }) => acts),
    faults: countOf(sittings.flatMap(({ faults }) => faults)),
    lost: total(({ findings }) => findings.lost.length),
    doubled: total(({ findings }) => findings.doubled.length),
    receivedEarly: total(({ findings }) => findings.early.length),
    otherFindings: total(({ findings }) => findings.other.length),
    received: Object.fromEntries(
      Object.entries(waits).map(([after, list]) => [after, spread(list)]),
    ),
    failedSeeds: sittings.filter((one) => !isClean(one)).map(({ seed }) => seed),
    errors: countOf(sittings.flatMap(({ errors }) => errors)),
  };
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function spread(list: readonly number[]) {
  const sorted = list.toSorted((a, b) => a - b).map(Math.round);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { times: sorted.length, median: at(0.5), p95: at(0.95), longest: at(1) };
}

export function inWords(report: TortureReport): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const lines = [
    `${report.sittings} sittings, ${report.acts} acts, ${report.minutes.toFixed(1)} min, ${report.machine}`,
    `${report.browser}; ${report.database}`,
    `faults: ${list(report.faults)}`,
    `requests that met one: ${list(report.requestsMet)}`,
    `answers lost ${report.lost}, doubled ${report.doubled}, called received and not ${report.receivedEarly}, other findings ${report.otherFindings}`,
    'from fine weather to received, ms: times, median, 95 %, longest',
    ...Object.entries(report.received).map(
      ([after, { times, median, p95, longest }]) =>
        `  ${after.padEnd(16)}${[times, median, p95, longest].map((n) => String(n).padStart(8)).join('')}`,
    ),
  ];
  if (Object.keys(report.errors).length > 0)
    lines.push(`pages told the console: ${list(report.errors)}`);
  for (const seed of report.failedSeeds) lines.push(`repeat: npm run torture -- --seed ${seed}`);
  return lines.join('\n');
}
