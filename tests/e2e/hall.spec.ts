/** The proctor's desk at a phone's width: the hall's board, and what is done there without a network. */
import { expect } from '@playwright/test';
import { boardSchema } from '#contract/hall/board.ts';
import { makeExtraTimeCode } from '#seals/extra-time-code.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  callApi,
  openAdminSession,
  openDesk,
  openProctorSession,
  openSession,
  signedIn,
} from './support/admin-session.ts';
import {
  PASSWORD as CANDIDATE_PASSWORD,
  examSite,
  type PaidCandidate,
} from './support/exam-site.ts';
import { openHall, PASSWORD } from './support/hall-desk.ts';
import { demoServer, type RunningServer } from './support/running-server.ts';
import { receipt, secondsLeft, signIn, startExam, submit, timer } from './support/sitting-page.ts';
import { test } from './support/test.ts';

/** Ends this candidate's stream, because one person may have only eight and these are newer. */
async function cutStream(
  { url }: RunningServer,
  { token }: PaidCandidate,
  sittingId: string | null | undefined,
) {
  const path = `sync/stream?${new URLSearchParams({ sittingId: sittingId ?? '' })}`;
  const newer = new AbortController();
  const { signal } = newer;
  const headers = { authorization: `Bearer ${token}` };
  for (let n = 0; n < 8; n += 1) await fetch(`${url}/api/v1/${path}`, { headers, signal });
  newer.abort();
}

test('[rule 22] a proctor sees the hall, and acts done without a network wait, are shown as waiting, and arrive later', async ({
  page,
  context,
  server,
}) => {
  const { sitting, absent, opened, proctor, standing } = await openHall(server, 'Reefs');
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  const row = page.getByRole('row', { name: sitting.uid });
  const queue = page.getByRole('status').filter({ hasText: 'on this phone' });
  await expect(row).toContainText('0 of 3 answered');
  await expect(page.getByRole('row', { name: absent.uid })).toContainText('Not started');
  await expect(queue).toHaveText('Everything on this phone has been sent.');
  await expectAccessible(page);
  const tools = [
    ...['Start code', 'Act on a room or everyone', 'Find by camera'].map((name) =>
      page.getByRole('button', { name }),
    ),
    page.getByRole('link', { name: 'Report' }),
  ];
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await Promise.all(tools.map(async (tool) => (await tool.boundingBox())?.y));
    expect(new Set(tops).size, `${width} wide`).toBe(1);
  }
  // A desk in the hall: the only link that leads out of it goes to the account.
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Menu' }).click();
  await expect(bar.getByRole('link', { name: 'My account' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'My exams' })).toBeVisible();
  const links = await bar.getByRole('link').all();
  const leadTo = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(new Set(leadTo)).toEqual(new Set(['/proctor', '/account']));
  await bar.getByRole('button', { name: 'Menu' }).click();

  await test.step('the desk opens and works without a network', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect(row).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(row).toContainText('0 of 3 answered');
    await expect(page.getByText('this is the board as of')).toBeVisible();
    // The board can't say how long ago, because it doesn't hear of candidates who were heard from meanwhile.
    await expect(row).toContainText(/heard at \d/);
    await row.getByRole('button', { name: 'Give extra time' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Minutes').fill('15');
    await dialog.getByLabel('Reason').fill('The lights went out');
    await dialog.getByRole('button', { name: 'Give extra time' }).click();
    await expect(dialog).toBeHidden();
    await expect(queue).toContainText('1 action is waiting on this phone');
    await expect(row).toContainText('Waiting on this phone: 15 minutes more');
    await page.reload();
    await expect(queue).toContainText('1 action is waiting on this phone');
    // The report's page was fetched together with the desk, because a server with a newer app no longer has this version.
    await page.getByRole('link', { name: 'Report' }).click();
    await expect(page.getByRole('heading', { name: 'Report of the session' })).toBeVisible();
    await expect(page.getByText('This report isn’t on this phone')).toBeVisible();
    await page.goBack();
    // With extra time for a room or everyone, each phone without a network needs its own code.
    await page.getByRole('button', { name: 'Act on a room or everyone' }).click();
    await dialog.getByLabel('What').selectOption('Give extra time');
    await dialog.getByLabel('Minutes').fill('5');
    await dialog.getByLabel('Reason').fill('The lights again');
    await dialog.getByRole('button', { name: 'Give extra time' }).click();
    await expect(row).toContainText('Waiting on this phone: 15 minutes more, 5 minutes more');
    for (const each of [row, page.getByRole('row', { name: absent.uid })])
      await expect(each).toContainText(/type \w{4} \w{4} for 5 minutes more/);
    expect((await standing()).deadline).toBe(opened.deadline);
  });

  await test.step('it sends the waiting acts by itself when the network is back', async () => {
    await context.setOffline(false);
    await expect(queue).toHaveText('Everything on this phone has been sent.');
    await expect(row).toContainText('20 min extra');
    const moved = Date.parse((await standing()).deadline) - Date.parse(opened.deadline);
    expect(moved).toBe(20 * 60_000);
  });

  await test.step('a pause and its end, the search, and a check-in', async () => {
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('dialog')).toContainText('give them extra time later');
    await page.getByLabel('Reason').fill('Fire alarm');
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await expect(row.getByRole('button', { name: 'Resume' })).toBeVisible();
    // The seat offers the next act at once; the server hears of this one a little later.
    await expect.poll(async () => (await standing()).pausedAt).toBeDefined();
    // An act that this phone can't store isn't done, and the proctor is told.
    await page.evaluate(() => {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (...given) {
        if (this.name !== 'queue') return add.apply(this, given);
        IDBObjectStore.prototype.add = add;
        throw new DOMException('No space left.', 'QuotaExceededError');
      };
    });
    await row.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was done');
    await row.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Nothing was done')).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Pause' })).toBeVisible();
    // A refused act is also reported where it was pressed.
    await row.getByRole('button', { name: 'Allow another phone' }).click();
    await expect(row).toContainText('Not done: Allow another phone. No other phone has asked');
    await page.getByRole('button', { name: 'I’ve read it' }).click();
    await expect(row).not.toContainText('Not done');
    await page.getByRole('searchbox').fill(absent.uid.toLowerCase());
    await expect(row).toBeHidden();
    const other = page.getByRole('row', { name: absent.uid });
    await other.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Check in' }).click();
    await expect(other).toContainText('Present');
  });

  await test.step('the report of the session says what was done', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    const done = page.getByRole('table', { name: 'What was done in the hall' });
    await expect(done.getByRole('row', { name: 'Extra time, 15 min' })).toContainText('lights');
    await expect(done).toContainText('Fire alarm');
    await expectAccessible(page);
  });

  await test.step('the report opens again without a network, as it was', async () => {
    const done = page.getByRole('table', { name: 'What was done in the hall' });
    await context.setOffline(true);
    await page.reload();
    await expect(done).toContainText('Fire alarm');
    await expect(
      page.getByText('This is the report as of when this phone last loaded it.'),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload it' }).click();
    await expect(page.getByText('This is the report as')).toBeHidden();
    await expect(done).toContainText('Fire alarm');
  });
});

test('[rule 19] the office makes start codes for the rooms in which candidates sit, and for no others', async ({
  page,
  server,
}) => {
  const { examId, sitting, absent } = await openHall(server, 'Piers');
  const { token } = await openAdminSession(server);
  const seat = (uid: string, room: string) =>
    callApi(server, `exams/${examId}/participants/room`, {
      token,
      body: { uids: [uid], room, reason: 'Seating plan' },
    });
  await seat(sitting.uid, 'Hall A');
  await seat(absent.uid, 'Hall B');
  await openDesk(page, server);
  await page.getByRole('searchbox').fill('Hall of Piers');
  // A row that is still moving up would close the menu.
  await expect(page.getByRole('rowgroup').last().getByRole('row')).toHaveCount(1);
  await page
    .getByRole('row', { name: 'Hall of Piers' })
    .getByRole('button', { name: 'More' })
    .click();
  await page.getByRole('button', { name: 'Start codes' }).click();
  const dialog = page.getByRole('dialog');
  const room = dialog.getByLabel('Room');
  await expect(room.getByRole('option')).toHaveText([
    'Whole exam',
    'Hall A (1 candidate)',
    'Hall B (1 candidate)',
  ]);
  await expectAccessible(page);
  await room.selectOption('Hall B');
  await dialog.getByRole('button', { name: 'Create a start code' }).click();
  await expect(dialog.getByText('A code was created for: Hall B.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hall B' })).toContainText(
    'not shown yet',
  );
  await expect(dialog.getByText('Hall A: 1 candidate')).toBeVisible(); // no code lets this candidate begin
  await seat(absent.uid, '');
  await page.reload();
  await page
    .getByRole('row', { name: 'Hall of Piers' })
    .getByRole('button', { name: 'More' })
    .click();
  await page.getByRole('button', { name: 'Start codes' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Hall B' })).toContainText(
    'There are no candidates in this room',
  );
  await expect(room.getByRole('option')).toHaveText(['Whole exam', 'Hall A (1 candidate)']);
  await expect(dialog.getByText('Without a room: 1 candidate')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a start code' }).click();
  await expect(dialog.getByText('A code was created for: the whole exam.')).toBeVisible();
  await expect(dialog.getByText('No code yet for some candidates')).toHaveCount(0);

  await test.step('the office reads which of a proctor’s rooms has no candidates, and how many candidates have no room', async () => {
    await page.goto(`${server.url}/adminstaff`);
    const proctors = page.getByRole('row', { name: 'Proctor of Piers' });
    await proctors.getByRole('button', { name: 'Exams' }).click();
    await expect(
      dialog.getByText(
        'Hall A. Only a proctor of the whole exam sees candidates without a room (1 now).',
      ),
    ).toBeVisible();
    const rooms = dialog.getByLabel('Rooms');
    await rooms.fill('Hall A, Hal B');
    await dialog.getByRole('button', { name: 'Save rooms' }).click();
    await expect(dialog.getByText('There are no candidates in Hal B right now.')).toBeVisible();
    await expectAccessible(page);
    await rooms.fill('Hall A');
    await dialog.getByRole('button', { name: 'Save rooms' }).click();
    await expect(dialog.getByText('There are no candidates in')).toHaveCount(0);
  });
});

test('[AT20][AT19] what a proctor does shows on the candidate’s phone within seconds', async ({
  page,
  server,
}) => {
  const { examId, sitting: other, absent, proctor } = await openHall(server, 'Lakes');
  expect(other.examId).toBe(examId);
  await signIn(page, server.url, absent);
  await startExam(page, server.url);
  const board = async () =>
    boardSchema.parse(
      await callApi(server, `proctor/board?exam=${examId}`, { token: proctor.token }),
    );
  const row = (await board()).rows.find(({ uid }) => uid === absent.uid);
  let acts = 0;
  const does = async (act: object) => {
    acts += 1;
    const id = `act${absent.uid}${String(acts).padStart(10, '0')}`;
    const doneAt = new Date().toISOString();
    const made = { id, examId, doneAt, to: { row: row?.id }, ...act };
    const body = { deviceId: 'proctor-1', acts: [made] };
    expect(await callApi(server, 'proctor/acts', { token: proctor.token, body })).toMatchObject({
      outcomes: [{ outcome: 'done' }],
    });
  };

  await test.step('extra time appears on the timer', async () => {
    expect(await secondsLeft(page)).toBeLessThanOrEqual(3_600);
    await does({ kind: 'extra-time', minutes: 10, reason: 'Noise' });
    await expect(async () => expect(await secondsLeft(page)).toBeGreaterThan(3_900)).toPass();
  });

  await test.step('a code adds extra time on a phone without a network', async () => {
    await page.context().setOffline(true);
    const left = await secondsLeft(page);
    const code = await makeExtraTimeCode(row?.codeKey ?? '', { minutes: 7, number: 3 });
    const foreign = await makeExtraTimeCode('AAAAAAAAAAAAAAAAAAAAAA', { minutes: 7, number: 3 });
    await page.getByRole('button', { name: 'Extra time by code' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(foreign);
    await page.getByRole('button', { name: 'Add the time' }).click();
    await expect(page.getByText('This code is for another candidate’s phone.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Add the time' }).click();
    await expect(page.getByText('7 minutes were added to your time.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(async () => expect(await secondsLeft(page)).toBeGreaterThan(left + 300)).toPass();
    await page.context().setOffline(false);
  });

  await test.step('a pause covers the paper, and its end uncovers it', async () => {
    await does({ kind: 'pause', reason: 'Fire alarm' });
    await expect(page.getByText('Your proctor has paused the exam')).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
    await does({ kind: 'resume' });
    await expect(page.getByRole('radio')).toHaveCount(4);
  });

  await test.step('a reopened exam goes on with its answers', async () => {
    await page.getByRole('radio').first().check();
    await submit(page);
    await receipt(page);
    await does({ kind: 'reopen', minutes: 5, reason: 'Pressed Submit by mistake' });
    // The page that says Received is still open, and changes without a press.
    const door = page.getByRole('heading', { name: 'Your proctor has reopened your exam' });
    await expect(door).toBeVisible();
    await expect(page.getByTestId('receipt')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue here' }).click();
    await expect(timer(page)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeChecked();
    await submit(page);
    await receipt(page);
    // The phone connects its stream again, although it has nothing to send.
    const { rows } = await board();
    await cutStream(server, absent, rows.find(({ uid }) => uid === absent.uid)?.sittingId);
    await does({ kind: 'reopen', minutes: 5, reason: 'And again' });
    await expect(door).toBeVisible();
    await page.goto(`${server.url}/exam`);
    await expect(timer(page)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeChecked();
    await submit(page);
    await receipt(page);
  });
});

test('[AT19] a phone whose exam ended on another device learns of a reopening, and goes on here', async ({
  page,
  server,
}) => {
  const { examId, absent, proctor } = await openHall(server, 'Fjords');
  const { uid, token } = absent;
  await signIn(page, server.url, absent);
  await startExam(page, server.url);
  const tablet = { protocol: 3, deviceId: 'tablet-1', takeOver: true };
  await callApi(server, `exams/${examId}/sitting`, { token, body: tablet });
  const answers = { uid, examID: examId, answers: [] };
  await callApi(server, 'exams/submit-mcq', { token, body: answers });
  const over = page.getByRole('heading', { name: 'Submitted on your other phone' });
  await expect(over).toBeVisible();
  const { rows } = boardSchema.parse(
    await callApi(server, `proctor/board?exam=${examId}`, { token: proctor.token }),
  );
  const seat = rows.find((row) => row.uid === uid);
  await cutStream(server, absent, seat?.sittingId);
  const to = { row: seat?.id };
  const act = { id: `reopens${uid}`.padEnd(20, '0'), examId, doneAt: new Date().toISOString() };
  const reopen = { ...act, kind: 'reopen', to, minutes: 5, reason: 'Pressed it' };
  await callApi(server, 'proctor/acts', {
    token: proctor.token,
    body: { deviceId: 'desk-1', acts: [reopen] },
  });
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(timer(page)).toBeVisible();
});

test('[AT19] a phone that waits for another exam goes on with the reopened one, and then waits again', async ({
  page,
  server,
}) => {
  const { examId, absent, proctor } = await openHall(server, 'Deltas');
  const { uid, token } = absent;
  await signIn(page, server.url, absent);
  await startExam(page, server.url);
  await submit(page);
  await receipt(page);
  const site = await examSite(server);
  const second = await site.createExam({
    ...{ name: 'Deltas again', minutes: 20, price: 0 },
    startDate: new Date(Date.now() + 20 * 3_600_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  const admin = await openAdminSession(server);
  const another = { uid, examID: second };
  await callApi(server, 'exams/allow-another', { token: admin.token, body: another });
  await callApi(server, 'payment/hdfc', { token, body: { exam_id: second, customer_id: uid } });
  await page.goto(`${server.url}/signin`);
  const other = page.getByRole('heading', { name: 'Deltas again' });
  await signedIn(page.context(), server, await openSession(server, uid, CANDIDATE_PASSWORD));
  await page.goto(`${server.url}/exam`);
  await expect(other).toBeVisible();

  const { rows } = boardSchema.parse(
    await callApi(server, `proctor/board?exam=${examId}`, { token: proctor.token }),
  );
  const to = { row: rows.find((row) => row.uid === uid)?.id };
  const act = { id: `reopens${uid}`.padEnd(20, '0'), examId, doneAt: new Date().toISOString() };
  const reopen = { ...act, kind: 'reopen', to, minutes: 5, reason: 'Pressed it' };
  await callApi(server, 'proctor/acts', {
    token: proctor.token,
    body: { deviceId: 'desk-1', acts: [reopen] },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(timer(page)).toBeVisible();
  await submit(page);
  await receipt(page);
  await page.goto(`${server.url}/exam`);
  await expect(other).toBeVisible();
});

test('[AT20] extra time in place of a pause that the phone did not hear of counts only once when the phone is online again', async ({
  page,
  browser,
  server,
}) => {
  const { examId, sitting, absent, proctor } = await openHall(server, 'Capes');
  await signIn(page, server.url, absent);
  await startExam(page, server.url);
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  await signedIn(context, server, proctor);
  const desk = await context.newPage();
  await desk.goto(`${server.url}/proctor`);
  const row = desk.getByRole('row', { name: absent.uid });
  await expect(row).toContainText('0 of 3 answered');
  await page.context().setOffline(true);
  await context.setOffline(true);
  await expect(desk.getByText('this is the board as of')).toBeVisible();
  const dialog = desk.getByRole('dialog');
  const forEveryone = async (what: 'Pause' | 'Resume') => {
    await desk.getByRole('button', { name: 'Act on a room or everyone' }).click();
    await dialog.getByLabel('What').selectOption(what);
    const helps = { Pause: 'in place of this pause', Resume: 'My proctor says we can continue' };
    await expect(dialog).toContainText(helps[what]);
    if (what === 'Pause') await dialog.getByLabel('Reason').fill('Fire alarm');
    await dialog.getByRole('button', { name: what }).click();
    await expect(dialog).toBeHidden();
  };
  const button = (name: string) => row.getByRole('button', { name, exact: true });
  await forEveryone('Pause');
  await expect(button('Resume')).toBeVisible();
  await expect(button('Pause')).toHaveCount(0);
  await forEveryone('Resume');
  await expect(button('Pause')).toBeVisible();
  await expect(button('Resume')).toHaveCount(0);
  await row.getByRole('button', { name: 'Give extra time' }).click();
  await dialog.getByLabel('Minutes').fill('2');
  await dialog.getByLabel('Reason').fill('Sat still in the alarm');
  await dialog.getByLabel('In place of a pause that didn’t reach their phone').check();
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Give extra time' }).click();
  await expect(row).toContainText('2 minutes more in place of a pause');
  const codeTold = /type (\w{4} \w{4}) for 2 minutes more/;
  await expect(row).toContainText(codeTold);
  const told = codeTold.exec(await row.innerText())?.[1] ?? '';
  const left = await secondsLeft(page);
  await page.getByRole('button', { name: 'Extra time by code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(told);
  await page.getByRole('button', { name: 'Add the time' }).click();
  await expect(page.getByText('2 minutes were added to your time.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(async () => expect(await secondsLeft(page)).toBeGreaterThan(left + 60)).toPass();
  await context.setOffline(false);
  await page.context().setOffline(false);
  await expect(desk.getByText('Everything on this phone has been sent.')).toBeVisible();
  const { token } = proctor;
  const { rows } = boardSchema.parse(
    await callApi(server, `proctor/board?exam=${examId}`, { token }),
  );
  const extraOf = (uid: string) => rows.find((each) => each.uid === uid)?.extraSeconds ?? 0;
  // Phones that were online also have the seconds of the pause; phones that were not have the two minutes, but not both.
  expect(extraOf(sitting.uid)).toBeGreaterThan(0);
  expect(extraOf(sitting.uid)).toBeLessThan(120);
  expect(extraOf(absent.uid)).toBe(120);
  await context.close();
});

test('[rule 22] the installed app opens a proctor’s desk; a browser opens the front page, and so does the app for anyone else', async ({
  page,
  context,
  server,
}) => {
  const { absent, proctor } = await openHall(server, 'Inlets');
  const row = page.getByRole('row', { name: absent.uid });
  const opensDesk = async () => {
    await page.goto(server.url);
    await expect(page).toHaveURL(`${server.url}/proctor`);
    await expect(row).toBeVisible();
  };
  const opensFront = async () => {
    await page.goto(server.url);
    // The script that could lead to the desk has loaded, and does nothing.
    const isThere = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /outside-hall/.test(name)),
      );
    await expect.poll(isThere).toBe(true);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
  };
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  await expect(row).toBeVisible();
  await opensFront();
  // An emulated phone's window never counts as an installed app.
  await context.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', 'all'));
  });
  await opensDesk();
  await test.step('the same without a network', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await opensDesk();
    await context.setOffline(false);
  });
  await page.evaluate((stored) => localStorage.setItem('user', stored), absent.stored);
  await opensFront();
});

test('[decision 44] the board recovers by itself after the exam server was killed and started again', async ({
  page,
  context,
}) => {
  const own = await demoServer();
  const { sitting, opened, proctor } = await openHall(own, 'Shoals');
  await signedIn(context, own, proctor);
  await page.goto(`${own.url}/proctor`);
  const row = page.getByRole('row', { name: sitting.uid });
  await expect(row).toContainText('0 of 3 answered');
  // A screen reader announces it, and the colour shows at a glance that the board is no longer current.
  const standing = page.getByRole('status').filter({ hasText: /Up to date|Can’t reach/ });
  await expect(standing).toHaveText('Up to date.');
  const calm = await standing.evaluate((line) => getComputedStyle(line).color);
  await own.kill();
  await expect(standing).toContainText('Can’t reach the exam server');
  await expect(standing).not.toHaveCSS('color', calm);
  await own.start();
  const { sittingId, epoch, questions } = opened;
  const answered = { seq: 1, type: 'answered', qid: questions?.[0]?.qid, answer: 'OptionOne' };
  const events = [{ ...answered, at: Date.now(), elapsed: 1_000 }];
  const body = { protocol: 3, sittingId, deviceId: 'phone-1', epoch, events };
  await callApi(own, 'sync/push', { token: sitting.token, body });
  await expect(standing).toHaveText('Up to date.', { timeout: 60_000 });
  await expect(row).toContainText('1 of 3 answered');
  await own.stop();
});

test('a full hall costs a phone no more than a small one: only nearby rows are drawn, and every candidate can be found', async ({
  page,
  context,
  server,
}) => {
  const site = await examSite(server);
  const examId = await site.createExam({
    name: 'Hall of Terraces',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [],
  });
  const names = Array.from({ length: 60 }, (_, at) => `Terrace ${String(at + 1).padStart(2, '0')}`);
  await site.addList(examId, names);
  await signedIn(context, server, await openProctorSession(server, 'Tara', examId));
  await page.goto(`${server.url}/proctor`);
  const table = page.getByRole('table', { name: 'Candidates' });
  const places = () =>
    table.getByRole('row').evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)));
  await expect(table).toHaveAttribute('aria-rowcount', '60');
  await expect.poll(places).toContain(1);
  expect((await places()).length).toBeLessThan(20);
  await test.step('scrolling leads from the first to the last candidate, and leaves none out', async () => {
    const seen = new Set<number>();
    for (let step = 0; seen.size < 60 && step < 60; step += 1) {
      for (const place of await places()) seen.add(place);
      await table.getByRole('row').last().scrollIntoViewIfNeeded();
      if (seen.size < 60)
        await expect.poll(async () => !seen.has(Math.max(...(await places())))).toBe(true);
    }
    expect([...seen]).toHaveLength(60);
    const last = table.locator('[aria-rowindex="60"]');
    await expect(last).toBeInViewport();
    await expectAccessible(page);
    // Only the foot of the page is below the last row.
    const [list, row] = [await table.boundingBox(), await last.boundingBox()];
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeCloseTo(
      (row?.y ?? 0) + (row?.height ?? 0),
      -1,
    );
    expect((await places()).length).toBeLessThan(20);
  });
  await test.step('the search finds the last name from anywhere in the list', async () => {
    await page.getByRole('searchbox').fill('terrace 60');
    await expect(table).toHaveAttribute('aria-rowcount', '1');
    await expect(table.getByRole('row', { name: 'Terrace 60' })).toBeVisible();
  });
});

test('a row of the board stays in its place, whoever needs the proctor meanwhile, until the proctor presses Sort again', async ({
  page,
  context,
  server,
}) => {
  const { examId, sitting, absent, proctor } = await openHall(server, 'Moors');
  const { token } = proctor;
  const asked = `proctor/board?exam=${examId}`;
  const { rows } = boardSchema.parse(await callApi(server, asked, { token }));
  const toAbsent = { row: rows.find(({ uid }) => uid === absent.uid)?.id };
  const device = { protocol: 3, deviceId: 'phone-2' };
  await callApi(server, `exams/${examId}/sitting`, { token: absent.token, body: device });
  const does = (act: object) => {
    const made = { examId, doneAt: new Date().toISOString(), to: toAbsent, ...act };
    const body = { deviceId: 'desk-2', acts: [made] };
    return callApi(server, 'proctor/acts', { token, body });
  };
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  const seats = page.getByRole('table', { name: 'Candidates' }).getByRole('row');
  const order = (...uids: string[]) => expect(seats).toContainText(uids);
  const row = page.getByRole('row', { name: absent.uid });
  const sortAgain = page.getByRole('button', { name: 'Sort again' });
  const needsMe = page.getByRole('button', { name: 'Needs me' });
  await expect(page.getByText('Up to date.')).toBeVisible();
  await order(sitting.uid, absent.uid);
  const top = async () => (await seats.first().boundingBox())?.y;
  const before = await top();
  // A mark replaces the state's text, so there is neither a gap before nor a jump when it appears.
  await expect(row).toContainText('Under way');
  const height = async () => (await row.boundingBox())?.height;
  const low = await height();

  await does({ id: `pauses${absent.uid}`.padEnd(20, '0'), kind: 'pause', reason: 'Alarm' });
  await expect(row).toContainText('Paused');
  await expect(row).not.toContainText('Under way');
  expect(await height()).toBe(low);
  await order(sitting.uid, absent.uid);
  await expect(page.getByText('1 below needs you.')).toBeVisible();
  expect(await top()).toBe(before);
  await expectAccessible(page);
  await sortAgain.click();
  await order(absent.uid, sitting.uid);
  await expect(sortAgain).toHaveCount(0);

  await test.step('a candidate who no longer needs the proctor stays too, until the filter is pressed again', async () => {
    await needsMe.click();
    await order(absent.uid);
    await does({ id: `resume${absent.uid}`.padEnd(20, '0'), kind: 'resume' });
    await expect(needsMe).toContainText('0');
    await expect(row).not.toContainText('Paused');
    await needsMe.click();
    await expect(page.getByText('Nobody here.')).toBeVisible();
  });
});

test('a proctor whose session has ended is asked to sign in, even if nothing waits on this phone', async ({
  page,
  context,
  server,
}) => {
  const { proctor } = await openHall(server, 'Bridges');
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  await expect(page.getByText('Up to date.')).toBeVisible();
  await callApi(server, 'auth/signout', { token: proctor.token, body: {} });
  await page.reload();
  await expect(page.getByText('The board won’t update until you sign in.')).toBeVisible();
  await expect(page.getByText(/^This is the board as of/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Up to date.')).toBeVisible();
  await expect(page.getByText('You’ve been signed out.')).toHaveCount(0);
});

test('a proctor whose session ended before any exam was stored is told so only once', async ({
  page,
  context,
  server,
}) => {
  const { proctor } = await openHall(server, 'Weirs of old');
  await signedIn(context, server, proctor);
  await callApi(server, 'auth/signout', { token: proctor.token, body: {} });
  await page.goto(`${server.url}/proctor`);
  await expect(page.getByText('You’ve been signed out.')).toBeVisible();
  await expect(page.getByText('Loading your exams…')).toHaveCount(0);
  await expect(page.getByText('We couldn’t load your exams')).toHaveCount(0);
});

test('a proctor whose exams couldn’t be loaded can press Try again', async ({
  page,
  context,
  server,
}) => {
  const { proctor } = await openHall(server, 'Bays');
  await signedIn(context, server, proctor);
  await page.route('**/proctor/exams', (route) => route.fulfill({ status: 502 }), { times: 1 });
  await page.goto(`${server.url}/proctor`);
  await expect(page.getByText('We couldn’t load your exams')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  // The button is as wide as its own text, not as the text above it.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await again.boundingBox())?.width).toBeLessThan(180);
  await again.click();
  await expect(page.getByText('Up to date.')).toBeVisible();
});

test('a proctor sees a newly assigned exam after Look again, and on coming back to the app', async ({
  page,
  context,
  server,
}) => {
  const site = await examSite(server);
  const exam = { startDate: new Date(Date.now() + 3_600_000), minutes: 30, sections: [] };
  const [first, second] = [
    await site.createExam({ ...exam, name: 'Assigned late', format: 'DOC Upload' }),
    await site.createExam({ ...exam, name: 'Assigned later', format: 'DOC Upload' }),
  ];
  const proctor = await openProctorSession(server, 'Waiting Proctor', first);
  const { token } = await openAdminSession(server);
  const assign = (method: 'PUT' | 'DELETE', examId: string) =>
    callApi(server, `staff/${proctor.uid}/exams/${examId}`, { method, token });
  await assign('DELETE', first);
  await signedIn(context, server, proctor);
  await page.goto(`${server.url}/proctor`);
  await expect(page.getByText('No exams have been assigned to you yet.')).toBeVisible();
  await assign('PUT', first);
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('heading', { name: 'Assigned late', exact: true })).toBeVisible();
  await assign('PUT', second);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('link', { name: 'Assigned later' })).toBeVisible();
});
