/**
 * How late the machine was: while something is waited for, the page, the suite and the server are each asked for something
 * every fiftieth of a second or so, and what comes late is counted. On an idle machine that is nothing: what any timer is late
 * by adds up, and is not counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Late } from './oracle.ts';

const BEAT_MS = 20;
/** Less is no delay that anything waits for. */
const NOTICEABLE_MS = 25;
const NAME = 'lateMs';

const counted = (ms: number) => (ms >= NOTICEABLE_MS ? ms : 0);

/** In the page, before the app. */
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

/** @returns ends it and says how late each was meanwhile; a page that was loaded meanwhile counts from then */
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
  // A process that only answers that it is alive asks nobody: what that takes is waiting for the machine.
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
