// npm run torture: the built app in a real browser, on a wire and a server that fail by random plans. `-- --sittings 500`,
// `-- --minutes 30`, `-- --seed 42` for one plan with its story, `-- --browsers 2`, `-- --report file.json`.
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { devices } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, provisionChromium } from '../support/provision-chromium.ts';
import { seeds } from '../support/seeds.ts';
import { planOf } from './plan.ts';
import { inWords, isClean, sumUp, type TortureReport } from './report.ts';
import { type SittingReport, sit } from './sitting.ts';
import { TornPhone } from './torn-phone.ts';
import { openWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    sittings: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string' },
    browsers: { type: 'string', default: '1' },
    report: { type: 'string' },
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

/** From fine weather to the page's word that all is received: longer than this its story is told. */
const LONG_MS = 10_000;

/** One phone in a world of its own, so that what it meets depends on nothing but its plans. */
async function worker(): Promise<void> {
  const world: World = await openWorld(todo[0] ?? 0);
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
      // What went wrong must not be met by the next one.
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
  const isSlow = report.recoveries.some(({ ms }) => ms > LONG_MS);
  console.log(
    `${verdict} seed ${seed}: ${acts} acts, ${seconds.toFixed(1)} s; ${faults.join(', ')}`,
  );
  if (!isClean(report)) console.log(JSON.stringify(findings, null, 2));
  if (!isClean(report) || isSlow || values.seed !== undefined)
    console.log(`  ${story.join('\n  ')}`);
}

await Promise.all(Array.from({ length: Number(values.browsers) }, worker));
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
