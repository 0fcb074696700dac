// npm run torture: runs the built app in a real browser, on a wire and a server that fail by random plans. Options: `-- --sittings 500`,
// `-- --minutes 30`, `-- --seed 42` for one plan with its story, `-- --browsers 2`, `-- --report file.json`, `-- --planted` for faults
// that the suite must find.
// `-- --minutes 30`, `-- --seed 42` for one plan with its story, `-- --browsers 2`, `-- --report file.json`, `-- --planted` for faults
// that the suite must find.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { devices } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, provisionChromium } from '../support/provision-chromium.ts';
import { seeds } from '../support/random.ts';
import { isTooSlow, recoveryInWords } from './oracle.ts';
import { planOf } from './plan.ts';
import { findPlanted } from './planted.ts';
import { type SittingReport, sit } from './sitting.ts';
import { TornPhone } from './torn-phone.ts';
import { openWorld, type World } from './world.ts';

interface TortureReport {
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
  /** Recoveries that took longer than promised, and those that were in time only after the machine's delays were taken off. */
  slow: number;
  excused: number;
  /** Milliseconds from fine weather until the page says that everything is received, by the kind of bad weather before. */
  received: Record<string, { times: number; median: number; p95: number; longest: number }>;
  failedSeeds: number[];
  /** Messages that pages wrote to the console, with their number. */
  errors: Record<string, number>;
}

type Totals = Omit<
  TortureReport,
  'date' | 'machine' | 'browser' | 'database' | 'minutes' | 'requestsMet'
>;

const isClean = ({ findings }: SittingReport): boolean =>
  Object.values(findings).every((list: readonly string[]) => list.length === 0);

/** The figures of many sittings together. */
function sumUp(sittings: readonly SittingReport[]): Totals {
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
    otherFindings: total(
      ({ findings: { clock, result, other } }) => clock.length + result.length + other.length,
    ),
    slow: total(({ findings }) => findings.slow.length),
    excused: total(
      ({ recoveries }) =>
        recoveries.filter((one) => one.ms > one.limitMs && !isTooSlow(one)).length,
    ),
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

function inWords(report: TortureReport): string {
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
    `received later than promised ${report.slow}; in time only by what the machine was late ${report.excused}`,
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

const { values } = parseArgs({
  options: {
    sittings: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string' },
    browsers: { type: 'string', default: '1' },
    report: { type: 'string' },
    planted: { type: 'boolean', default: false },
  },
});
const todo =
  values.seed === undefined
    ? seeds({ kept: 0, fresh: Number(values.sittings) })
    : [Number(values.seed)];
const { path: executablePath, version } = await provisionChromium();
const use = {
  ...devices['Galaxy S9+'],
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 1,
  launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS },
};
const done: SittingReport[] = [];
const met: Record<string, number> = {};
const begun = performance.now();
const minutes = () => (performance.now() - begun) / 60_000;
let database = '';

/** Runs sittings on a phone in a world of its own, so that what the phone meets depends on nothing but its plans. */
async function worker(): Promise<void> {
  const world: World = await openWorld();
  database = world.database;
  const phones: TornPhone[] = [];
  const phone = async (index: number) => (phones[index] ??= await TornPhone.start(world.url, use));
  try {
    for (
      let seed = todo.shift();
      seed !== undefined && minutes() < Number(values.minutes);
      seed = todo.shift()
    ) {
      const report = await sit(world, await phone(0), () => phone(1), planOf(seed));
      done.push(report);
      tell(report);
      // After a failure the next sitting gets fresh phones, so that it doesn't meet what went wrong.
      if (!isClean(report)) for (const one of phones.splice(0)) await one.remove();
    }
  } finally {
    for (const one of phones) await one.remove();
    for (const [weather, count] of world.wire.met) met[weather] = (met[weather] ?? 0) + count;
    await world.close();
  }
}

function tell(report: SittingReport): void {
  const { seed, acts, faults, findings, story, seconds } = report;
  const verdict = isClean(report) ? 'kept' : 'BROKEN';
  console.log(
    `${verdict} seed ${seed}: ${acts} acts, ${seconds.toFixed(1)} s; ${faults.join(', ')}`,
  );
  if (!isClean(report)) console.log(JSON.stringify(findings, null, 2));
  for (const one of report.recoveries)
    if (one.ms > one.limitMs)
      console.log(
        `  ${isTooSlow(one) ? 'TOO SLOW' : 'excused'}, seed ${seed}: ${recoveryInWords(one)}`,
      );
  if (!isClean(report) || values.seed !== undefined) console.log(`  ${story.join('\n  ')}`);
}

async function findWhatIsPlanted(): Promise<void> {
  const world = await openWorld();
  const phone = await TornPhone.start(world.url, use);
  try {
    if (!(await findPlanted(world, phone))) process.exitCode = 1;
  } finally {
    await phone.remove();
    await world.close();
  }
}

async function torture(): Promise<void> {
  // When one lane breaks off, the others go on, and the figures are still reported.
  for (const lane of await Promise.allSettled(
    Array.from({ length: Number(values.browsers) }, worker),
  )) {
    if (lane.status === 'fulfilled') continue;
    console.error('A lane broke off:', lane.reason);
    process.exitCode = 1;
  }
  const report: TortureReport = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}`,
    browser: version,
    database,
    minutes: minutes(),
    requestsMet: met,
    ...sumUp(done),
  };
  console.log(`\n${inWords(report)}`);
  if (values.report) await writeFile(values.report, `${JSON.stringify(report, null, 2)}\n`);
  if (report.failedSeeds.length > 0) process.exitCode = 1;
}

await (values.planted ? findWhatIsPlanted() : torture());
