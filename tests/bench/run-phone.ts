// npm run bench:phone: how long a candidate with an empty phone on a slow network waits from asking for the sign-in page to
// the first question. The slow wire is shared by page and service worker; no TLS, HTTP/1.1.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium, devices } from '@playwright/test';
import { examSite, PASSWORD, type PaidCandidate } from '../e2e/support/exam-site.ts';
import { type FileQuestion, makeQuestions } from '../e2e/support/question-file.ts';
import { runServer } from '../e2e/support/running-server.ts';
import { provisionChromium } from '../support/provision-chromium.ts';
import { type TcpWire, tcpWire } from '../support/tcp-wire.ts';

// One candidate's first visit on an empty phone, through the slow wire. A script types and taps without delay.

/** Seconds since asking for the sign-in page, and what went over the wire up to the first question. */
interface Visit {
  /** When its fields can be typed in. */
  form: number;
  /** When the phone has sent the filled-in form. */
  signIn: number;
  /** When the service worker says that the whole exam is on this phone, so that a reload needs no network. */
  safe: number;
  startOffered: number;
  question: number;
  requests: number;
  kilobytes: number;
}

/** Longer than anything takes at 50 kbit/s, in milliseconds. */
const PATIENCE_MS = 180_000;

async function visitOnce(
  browser: Browser,
  url: string,
  wire: TcpWire,
  { uid }: PaidCandidate,
): Promise<Visit> {
  const phone = { ...devices['Galaxy S9+'], viewport: { width: 360, height: 800 } };
  const context = await browser.newContext({ ...phone, locale: 'en-IN' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const before = { requests: wire.asked.length, ...wire.bytes };
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1_000;
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(`${url}/gethired`, { waitUntil: 'commit', timeout: PATIENCE_MS });
  await page.getByLabel('UID', { exact: true }).fill(uid);
  const form = seconds();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const sent = wire.seen(/^POST .*\/auth\/signin$/).then(seconds);
  await button('Sign in').click();
  const signIn = await sent;
  await page.getByRole('link', { name: 'Go to the exam' }).click();
  await button('Start exam').waitFor();
  const startOffered = seconds();
  const keptAt = page.evaluate(askWhetherKept).then((kept) => (kept ? seconds() : Number.NaN));
  await button('Start exam').click();
  await page.getByRole('timer').waitFor();
  await page.getByRole('radio').first().waitFor();
  const question = seconds();
  const requests = wire.asked.length - before.requests;
  const kilobytes = (wire.bytes.up + wire.bytes.down - before.up - before.down) / 1_000;
  const safe = await keptAt;
  await context.close();
  return { form, signIn, safe, startOffered, question, requests, kilobytes };
}

/** Runs in the page. @returns whether the service worker has the whole exam now */
async function askWhetherKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  active?.postMessage({ type: 'KEEP_EXAM' }, [port2]);
  return answer;
}

const ROUND_TRIP_MS = 400;
/** Measured in the same way on a similar machine on 2026-11-22: before the exam was loaded first, and Moodle 4.5 (6 gzip). */
const BEFORE = {
  400: {
    Before: { form: '1.0–1.3', question: '11.1–11.6', safe: '43.8–46.2', requests: '141' },
    'Moodle 4.5': { form: '9.2', question: '15.4', safe: 'never', requests: '45' },
  },
  50: {
    Before: { form: '2.4–2.8', question: '42.3–44.3', safe: '92–93', requests: '141' },
    'Moodle 4.5': { form: '54.4–54.8', question: '68.6–69.9', safe: 'never', requests: '45' },
  },
} as const;

/** Some 8 KB of text, as for the earlier figures. */
const fiftyQuestions: FileQuestion[] = makeQuestions('Slow', 50).map((question) => ({
  ...question,
  text: `${question.text} Take your time, work it out on paper first, and then choose the one right answer of the four.`,
}));

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const { path, version } = await provisionChromium();
const browser = await chromium.launch({
  executablePath: path,
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
});
console.log(`${version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
try {
  for (const kbits of [400, 50] as const) await measure(kbits);
} finally {
  await browser.close();
}

async function measure(kbits: keyof typeof BEFORE): Promise<void> {
  const shape = { bytesPerSecond: (kbits * 1_000) / 8, roundTripMs: ROUND_TRIP_MS };
  const wire = await tcpWire(() => server.port, shape);
  const server = await runServer({ publicPort: wire.port, demo: true });
  const visits: Visit[] = [];
  try {
    const site = await examSite(server);
    await site.upload(fiftyQuestions);
    const examId = await site.createExam({
      name: 'On a slow phone',
      startDate: new Date(Date.now() - 60_000),
      minutes: 60,
      sections: [{ type: 'Slow', count: fiftyQuestions.length }],
    });
    for (let run = 0; run < Number(values.runs); run += 1) {
      visits.push(await visitOnce(browser, server.url, wire, await site.paidCandidate(examId)));
    }
  } finally {
    await wire.close();
    await server.stop();
  }
  console.log(`\n${kbits} kbit/s, ${ROUND_TRIP_MS} ms, empty phone, ${visits.length} visits`);
  console.log(row('', ['form', 'sign-in', 'safe', 'Start', 'question', 'requests', 'KB']));
  const range = (name: keyof Visit, digits: number) =>
    spread(
      visits.map((one) => one[name]),
      digits,
    );
  const times = (['form', 'signIn', 'safe', 'startOffered', 'question'] as const).map((name) =>
    range(name, 1),
  );
  console.log(row('Now', [...times, range('requests', 0), range('kilobytes', 0)]));
  for (const [name, { form, safe, question, requests }] of Object.entries(BEFORE[kbits])) {
    console.log(row(name, [form, '', safe, '', question, requests, '']));
  }
}

function spread(figures: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map((one) =>
    one.toFixed(digits),
  );
  return least === most ? `${least}` : `${least}–${most}`;
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(11)}${cells.map((cell) => cell.padStart(12)).join('')}`;
}
