/** A candidate’s photograph and hall ticket: on the candidate's phone, at the door, and what a proctor’s phone stores of them. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { boardSchema } from '#contract/hall/board.ts';
import { portrait } from '../support/portrait.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  callApi,
  openAdminSession,
  openDesk,
  openSession,
  type Session,
  signedIn,
} from './support/admin-session.ts';
import { withCamera } from './support/camera.ts';
import { examSite } from './support/exam-site.ts';
import { openHall, PASSWORD } from './support/hall-desk.ts';
import { holdBack } from './support/hold-back.ts';
import { makeQuestions } from './support/question-file.ts';
import { signIn, timer } from './support/sitting-page.ts';
import { test } from './support/test.ts';

/** Waits for this number of rows in the proctor's database on this phone, because the page may be leaving for another one. */
function expectRows(page: Page, table: 'boards' | 'photos', rows: number): Promise<void> {
  return expect(async () => expect(await countRows(page, table)).toBe(rows)).toPass();
}

/** @throws if this phone has no such database or table; looking creates neither */
function countRows(page: Page, table: 'boards' | 'photos'): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('pariksha-proctor');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          if (!db.objectStoreNames.contains(name)) {
            db.close();
            return reject(new Error(`no table ${name}`));
          }
          const counting = db.transaction(name).objectStore(name).count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => resolve(counting.result);
          counting.transaction?.addEventListener('complete', () => db.close());
        };
      }),
    table,
  );
}

test('[rule 22][decision 64] a proctor finds a candidate by the code of their hall ticket, compares them with their photograph and reads out the start code, even without a network', async ({
  page,
  server,
}) => {
  const { examId, absent, proctor } = await openHall(server, 'Doors');
  const admin = await openAdminSession(server);
  await callApi(server, `exams/${examId}/start-code`, { token: admin.token, body: {} });
  await signIn(page, server.url, absent);
  await page.goto(`${server.url}/exam`);
  await page.getByRole('button', { name: 'Show my hall ticket' }).click();
  const code = page.getByRole('img', { name: 'Check-in code' });
  await expect(code).toBeVisible();
  const ticket = page.getByRole('dialog');
  await expect(ticket).toContainText(absent.uid);
  await expect(ticket).toContainText('Hall of Doors');
  // A large photo in landscape format: the phone crops it and makes it smaller.
  const taken = await sharp({
    create: { width: 2_000, height: 1_500, channels: 3, background: '#c89' },
  })
    .jpeg()
    .toBuffer();
  await ticket
    .locator('input[aria-label="Choose a photo"]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: taken });
  await ticket.getByRole('button', { name: 'Use this photo' }).click();
  await expect(ticket.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await expect(ticket).toContainText('Your photo is saved.');
  await expectAccessible(page);

  await withCamera([await code.screenshot()], async (context) => {
    await signedIn(context, server, proctor);
    const hall = await context.newPage();
    await hall.clock.install();
    await hall.route('**/proctor/photo?*', (route) => route.fulfill({ status: 502 }), { times: 1 });
    await hall.goto(`${server.url}/proctor`);
    const dialog = hall.getByRole('dialog');
    await expect(hall.getByText('0 of 1 photos on this phone.')).toBeVisible();
    await expect(async () => {
      await hall.clock.fastForward('05:00'); // until it is tried again
      await expect(hall.getByText('1 photo on this phone.')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await hall.getByRole('button', { name: 'Start code' }).click();
    await dialog.getByRole('button', { name: 'Show the code' }).click();
    const told = dialog.getByTestId('start-code');
    await expect(told).toHaveText(/^[0-9A-Z][0-9A-Z ·-]{9,}$/);
    const shown = await told.innerText();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();

    await expect(hall.getByText('1 photo on this phone.')).toBeVisible();
    await context.setOffline(true);
    await hall.getByRole('button', { name: 'Start code' }).click();
    await expect(told).toHaveText(shown);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await hall.getByRole('button', { name: 'Find by camera' }).click();
    await expect(dialog).toContainText(`(${absent.uid})`);
    await expect(dialog.getByRole('img', { name: 'Photo of' })).toBeVisible();
    await expectAccessible(hall);
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(dialog).toBeHidden();
    await expect(hall.getByRole('row', { name: absent.uid })).toContainText(
      'Waiting on this phone',
    );
    await context.setOffline(false);
    const row = hall.getByRole('row', { name: absent.uid });
    await expect(row).toContainText('Present');
    await expect(row).not.toContainText('not checked');
  });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Show my hall ticket' }).click();
  await expect(page.getByRole('dialog')).toContainText('has checked you in with this photo');

  await test.step('[AT20] a candidate who starts during a pause reads that the exam is paused, and gets in when the pause ends', async () => {
    const act = (id: string, kind: 'pause' | 'resume') =>
      callApi(server, 'proctor/acts', {
        token: proctor.token,
        body: {
          deviceId: 'desk-1',
          acts: [
            {
              id: id.padEnd(20, '0'),
              examId,
              doneAt: new Date().toISOString(),
              kind,
              to: { all: true },
              ...(kind === 'pause' && { reason: 'Fire alarm' }),
            },
          ],
        },
      });
    await act('aPauseOfTheDoor', 'pause');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Start exam' }).click();
    await expect(
      page.getByRole('heading', { name: 'Your proctor has paused the exam' }),
    ).toBeVisible();
    await expectAccessible(page);
    await act('theEndOfThatPause', 'resume');
    await expect(timer(page)).toBeVisible();
  });
});

test('[decision 64] photographs leave a proctor’s phone with the session: when it ends elsewhere, at Logout, and when somebody else signs in', async ({
  page,
  context,
  server,
}) => {
  const { absent, proctor } = await openHall(server, 'Gates');
  await callApi(server, 'account/photo', {
    method: 'PUT',
    token: absent.token,
    body: { jpeg: await portrait() },
  });
  const openBoard = async (session: Session) => {
    await signedIn(context, server, session);
    await page.goto(`${server.url}/proctor`);
    await expect(page.getByText('1 photo on this phone.')).toBeVisible();
    await expectRows(page, 'photos', 1);
  };
  const signInAgain = () => openSession(server, proctor.uid, PASSWORD);

  await test.step('the server ends the session, and a page outside the desk is the first to notice', async () => {
    await openBoard(proctor);
    await callApi(server, 'auth/signout', { token: proctor.token, body: {} });
    await page.goto(`${server.url}/account`);
    await expect(page.getByText('Please sign in again.')).toBeVisible();
    await expectRows(page, 'photos', 0);
    await expectRows(page, 'boards', 1);
  });

  await test.step('the server ends the session while the desk is open', async () => {
    const session = await signInAgain();
    await openBoard(session);
    await callApi(server, 'auth/signout', { token: session.token, body: {} });
    await page.getByRole('link', { name: 'Report' }).click();
    await expectRows(page, 'photos', 0);
  });

  await test.step('the proctor presses Logout', async () => {
    await openBoard(await signInAgain());
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectRows(page, 'photos', 0);
    await expectRows(page, 'boards', 0);
  });

  await test.step('the proctor opens a page of the office, which signs a proctor out', async () => {
    await openBoard(await signInAgain());
    await page.goto(`${server.url}/adminexammanager`);
    await expect(page).toHaveURL(`${server.url}/`);
    await expectRows(page, 'photos', 0);
    await expectRows(page, 'boards', 0);
  });

  await test.step('somebody else signs in on the same phone without opening the desk', async () => {
    const session = await signInAgain();
    await openBoard(session);
    await page.evaluate((stored) => localStorage.setItem('user', stored), absent.stored);
    await page.goto(`${server.url}/account`);
    await expectRows(page, 'photos', 0);
    await expectRows(page, 'boards', 0);
  });
});

test('[decision 64] a candidate who was checked in with a photo that is gone can be compared with their own ID by one press', async ({
  page,
  context,
  server,
}) => {
  const { examId, absent, proctor } = await openHall(server, 'Doorways');
  const { token } = proctor;
  const { rows } = boardSchema.parse(
    await callApi(server, `proctor/board?exam=${examId}`, { token }),
  );
  const seat = rows.find(({ uid }) => uid === absent.uid)?.id;
  const checkIn = { kind: 'check-in', to: { row: seat }, present: true, photo: 'was0here' };
  const act = { id: 'aCheckInBeforeThat00', examId, doneAt: new Date().toISOString(), ...checkIn };
  await callApi(server, 'proctor/acts', { token, body: { deviceId: 'door-1', acts: [act] } });
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  const row = page.getByRole('row', { name: absent.uid });
  await expect(row).toContainText('Photo not checked at check-in');
  await row.getByRole('button', { name: 'More' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No photo: check the person');
  await dialog.getByRole('button', { name: 'Their own ID matches' }).click();
  await expect(row).toContainText('Present');
  await expect(row).not.toContainText('not checked');
  await row.getByRole('button', { name: 'More' }).click();
  await expect(dialog.getByRole('button', { name: 'Take back the check-in' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Their own ID matches' })).toHaveCount(0);
});

test('[decision 64] the office removes a photo, and the candidate reads that another one is needed', async ({
  page,
  context,
  server,
}) => {
  const { absent } = await openHall(server, 'Portals');
  const body = { jpeg: await portrait() };
  await callApi(server, 'account/photo', { method: 'PUT', token: absent.token, body });
  await openDesk(page, server, `/admincandidates/${absent.uid}`);
  const part = page.getByRole('region', { name: 'Photo' });
  await expect(part.getByRole('img', { name: 'Photo of' })).toBeVisible();
  await expectAccessible(page);
  const remove = async () => {
    await part.getByRole('button', { name: 'Remove photo' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Shows a cat');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  };
  const shown = () => part.getByRole('img').getAttribute('src');
  const first = await shown();
  const another = { jpeg: await portrait(90) };
  await callApi(server, 'account/photo', { method: 'PUT', token: absent.token, body: another });
  await remove();
  await expect(part).toContainText('The candidate has just replaced it.');
  await expect.poll(shown).not.toBe(first);
  await expectAccessible(page);
  await remove();
  await expect(page.getByText('The photo was removed.')).toBeVisible();
  await expect(part).not.toContainText('has just replaced it');
  await expect(part).toContainText('The office removed the last one.');
  await expect(part.getByRole('img')).toHaveCount(0);
  await expect(page.getByText('Removed a candidate’s photo')).toBeVisible();
  // A page of the office signs out anyone else who opens it.
  await page.goto('about:blank');
  await signedIn(context, server, absent);
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Please add another photo')).toBeVisible();
  await expectAccessible(page);
});

test('a printed hall ticket is one sheet of paper, with the room and without the rest of the page', async ({
  page,
  server,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Arches', 1));
  const examId = await site.createExam({
    name: 'Hall of Arches',
    startDate: new Date(Date.now() + 3_600_000),
    minutes: 60,
    sections: [{ type: 'Arches', count: 1 }],
  });
  const candidate = await site.paidCandidate(examId);
  const { token } = await openAdminSession(server);
  const seats = { uids: [candidate.uid], room: 'Hall B, second floor', reason: 'Seating plan' };
  await callApi(server, `exams/${examId}/participants/room`, { token, body: seats });
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  const show = page.getByRole('button', { name: 'Show my hall ticket' });
  const dialog = page.getByRole('dialog');
  const print = dialog.getByRole('button', { name: 'Print or save as PDF' });
  await test.step('it can’t be printed before room and photo have loaded, and a room that couldn’t be loaded doesn’t count as no room', async () => {
    await page.route('**/api/v1/account', (route) => route.abort());
    const answer = await holdBack(page, '**/api/v1/account/photo');
    await show.click();
    await expect(dialog).toContainText('Room: couldn’t be loaded. Ask at the door.');
    await expect(dialog.getByRole('button', { name: 'Loading…' })).toBeDisabled();
    await expect(print).toHaveCount(0);
    answer();
    await expect(print).toBeEnabled();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('section', { hasText: 'Hall ticket' });
    await expect(paper).toContainText('Room: couldn’t be loaded. Ask at the door.');
    await page.emulateMedia({ media: 'screen' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.unrouteAll();
  });
  await show.click();
  await expect(dialog).toContainText('Room: Hall B, second floor');
  await expect(dialog).not.toContainText('couldn’t be loaded');
  await expect(print).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Hall ticket', exact: true })).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Hall ticket', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Check-in code' })).toHaveCount(1);
  await expect(dialog).toBeHidden();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
