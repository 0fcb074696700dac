/**
 * Measures how late the machine was. While something is waited for, timers run in the page and in the suite, the server is asked again
 * and again, and noticeable delays are added up. On an idle machine the sum is zero: the small delay that every timer has is not
 * counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Late } from './oracle.ts';

const BEAT_MS = 20;
/** A shorter delay holds up nothing that anybody waits for. */
const NOTICEABLE_MS = 25;
const NAME = 'lateMs';

const counted = (ms: number) => (ms >= NOTICEABLE_MS ? ms : 0);

/** Runs in the page, before the app. */
export function countLateness([name, beatMs, least]: readonly [string, number, number]): void {
  let last = performance.now();
  let late = 0;
  setInterval(() => {
    const now = performance.now();
    if (now - last - beatMs >= least) late += now - last - beatMs;
    last = now;
  }, beatMs);
  Object.defineProperty(globalThis, name, { get: () => late });
}
export const COUNTED: readonly [string, number, number] = [NAME, BEAT_MS, NOTICEABLE_MS];

async function lateInPage(page: Page): Promise<number> {
  const late = await page.evaluate<unknown, string>((name) => Reflect.get(globalThis, name), NAME);
  return typeof late === 'number' ? late : 0;
}

/** @returns a function that ends the measurement and says how late each was; a page that was loaded meanwhile counts from its load */
export async function watchLateness(page: Page, serverUrl: string): Promise<() => Promise<Late>> {
  const late: Late = { page: 0, server: 0, suite: 0 };
  const stop = new AbortController();
  const { signal } = stop;
  const every = async (beat: () => Promise<void>) => {
    while (!signal.aborted) await beat();
  };
  const suite = every(async () => {
    const due = performance.now() + BEAT_MS;
    await pause(BEAT_MS);
    late.suite += counted(performance.now() - due);
  });
  // To answer that it is alive, the server asks nobody else. Whatever that takes is waiting for the machine.
  const server = every(async () => {
    await pause(BEAT_MS * 5);
    const asked = performance.now();
    const answer = await fetch(serverUrl, { signal }).catch(() => null);
    await answer?.text().catch(() => {});
    if (answer?.ok) late.server += counted(performance.now() - asked);
  });
  const before = await lateInPage(page).catch(() => 0);
  return async () => {
    const now = await lateInPage(page).catch(() => before);
    stop.abort();
    await Promise.all([suite, server]);
    return { ...late, page: now < before ? now : now - before };
  };
}
