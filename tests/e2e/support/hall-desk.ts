/**
 * Hand-overs from the screen of one phone to the camera of another. Elements are found by names that must not change,
 * because people and screen readers know them.
 */
import { expect, type Page } from '@playwright/test';
import { openReplySchema, pushReplySchema } from '#contract/wire/sync.ts';
import {
  addProctor,
  callApi,
  openAdminSession,
  openProctorSession,
  openSession,
  signedIn,
} from './admin-session.ts';
import { withCamera } from './camera.ts';
import { examSite, type PaidCandidate } from './exam-site.ts';
import { makeQuestions } from './question-file.ts';
import type { RunningServer } from './running-server.ts';

interface HallOf {
  server: RunningServer;
  examId: string;
  /** The name of the exam. */
  name: string;
}

export async function openHandOver(candidate: Page) {
  await candidate.getByRole('button', { name: 'No network? Hand over' }).click();
}

/** @returns a picture of the code on the candidate's screen */
export async function showCode(candidate: Page): Promise<Buffer> {
  await openHandOver(candidate);
  await candidate.getByRole('button', { name: 'Show code' }).click();
  const code = candidate.getByRole('img', { name: 'Code' });
  await expect(code).toBeVisible();
  return code.screenshot();
}

/**
 * Opens the desk of a proctor who watches this exam, and waits until the desk has all that it needs without a network.
 */
export async function openHallDesk(page: Page, { server, examId, name }: HallOf) {
  await signedIn(page.context(), server, await openProctorSession(server, 'Meera', examId));
  await page.goto(`${server.url}/proctor`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** @param then receives the proctor's desk, still without a network: the hand-over waits on that phone */
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

export const PASSWORD = 'the proctor’s own password';

async function openExam(server: RunningServer, { token, examId }: PaidCandidate) {
  const body = { protocol: 3, deviceId: 'phone-1' };
  return openReplySchema.parse(await callApi(server, `exams/${examId}/sitting`, { token, body }));
}

/** An exam under way with some candidates, and a proctor who watches over it. */
export async function openHall(server: RunningServer, type: string) {
  const site = await examSite(server);
  await site.upload(makeQuestions(type, 3));
  const examId = await site.createExam({
    name: `Hall of ${type}`,
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type, count: 3 }],
  });
  const sitting = await site.paidCandidate(examId);
  const absent = await site.paidCandidate(examId);
  const opened = await openExam(server, sitting);
  const admin = await openAdminSession(server);
  const added = await addProctor(server, admin, `Proctor of ${type}`);
  await callApi(server, `staff/${added.uid}/exams/${examId}`, {
    method: 'PUT',
    token: admin.token,
  });
  const first = await openSession(server, added.uid, added.password);
  const body = { password: added.password, newPassword: PASSWORD };
  await callApi(server, 'auth/change-password', { token: first.token, body });
  const proctor = await openSession(server, added.uid, PASSWORD);
  const standing = async () => {
    const { sittingId, epoch } = opened;
    const push = { protocol: 3, sittingId, deviceId: 'phone-1', epoch, events: [] };
    const { token } = sitting;
    return pushReplySchema.parse(await callApi(server, 'sync/push', { token, body: push }));
  };
  return { examId, sitting, absent, opened, proctor, standing };
}
