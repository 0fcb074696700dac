/** A hand-over from the screen of one phone to the camera of another, by names that must not change: people and screen readers know them. */
import { expect, type Page } from '@playwright/test';
import { openProctorSession, signedIn } from './admin-session.ts';
import { withCamera } from './camera.ts';
import type { RunningServer } from './running-server.ts';

interface HallOf {
  server: RunningServer;
  examId: string;
  /** The exam's. */
  name: string;
}

export async function openHandOver(candidate: Page) {
  await candidate.getByRole('button', { name: 'No network? Hand over' }).click();
}

/** @returns what the candidate's screen shows to a camera */
export async function showCode(candidate: Page): Promise<Buffer> {
  await openHandOver(candidate);
  await candidate.getByRole('button', { name: 'Show code' }).click();
  const code = candidate.getByRole('img', { name: 'Code' });
  await expect(code).toBeVisible();
  return code.screenshot();
}

/** The desk of a proctor who watches over this exam, with all that it needs without a network. */
export async function openHallDesk(page: Page, { server, examId, name }: HallOf) {
  await signedIn(page.context(), server, await openProctorSession(server, 'Meera', examId));
  await page.goto(`${server.url}/proctor`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** @param then is given the proctor's desk, still without a network: the hand-over waits on that phone */
export async function scanOffline(
  shown: readonly Buffer[],
  exam: HallOf,
  then: (hall: Page) => Promise<void>,
): Promise<void> {
  await withCamera(shown, async (context) => {
    const hall = await context.newPage();
    await openHallDesk(hall, exam);
    await context.setOffline(true);
    await hall.getByRole('button', { name: 'Take in a hand-over' }).click();
    await hall.getByRole('button', { name: 'Scan' }).click();
    await expect(hall.getByText('On this phone now')).toBeVisible();
    await then(hall);
  });
}
