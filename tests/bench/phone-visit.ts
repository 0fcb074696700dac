/** One candidate's first visit on an empty phone, through a slow wire: a script that types and taps at once. */
import { type Browser, devices } from '@playwright/test';
import { PASSWORD, type PaidCandidate } from '../e2e/support/exam-site.ts';
import type { TcpWire } from '../support/tcp-wire.ts';

/** Seconds from asking for the sign-in page, and what went over the wire until the first question. */
export interface Visit {
  /** Its fields can be typed in. */
  form: number;
  /** What was typed and sent at once has left the phone. */
  signIn: number;
  /** The exam is whole on this phone by the service worker's word, and a reload needs no network. */
  safe: number;
  startOffered: number;
  question: number;
  requests: number;
  kilobytes: number;
}

/** Longer than anything takes at 50 kbit/s. */
const PATIENCE_MS = 180_000;

export async function visitOnce(
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

/** In the page. @returns whether the service worker has the whole exam now */
async function askWhetherKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  active?.postMessage({ type: 'KEEP_EXAM' }, [port2]);
  return answer;
}
