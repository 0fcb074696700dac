/**
 * The desk's tables on an office's laptop, a tablet and a phone: fifteen rows visible with every column, sorting by a
 * heading, the search in the address, acts on several rows at once; and a desk that stays usable when the network is lost
 * (decision 049).
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { addProctor, openAdminSession, openDesk, signedIn } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { server, shareServer, test } from './support/test.ts';

shareServer();

/** How many rows are completely visible in the frame, and whether anything is cut off at the side. */
const inSight = (page: Page) =>
  page.locator('[data-desk-table]').evaluate((frame) => {
    const { top, bottom } = frame.getBoundingClientRect();
    const rows = [...frame.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const heads = [...frame.querySelectorAll('thead th')];
    return {
      rows: rows.filter((row) => row.top >= top && row.bottom <= Math.min(bottom, innerHeight))
        .length,
      wider: frame.scrollWidth > frame.clientWidth,
      cut: heads
        .filter((head) => head.scrollWidth > head.clientWidth)
        .map((head) => head.textContent),
    };
  });

test.use({ serviceWorkers: 'block' });

test.describe('on an office’s laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('a list from a standby says how old it is, and so does its workbook (decision 75)', async ({
    page,
  }) => {
    // What the server replies in that case; the standby itself is tested in tests/db/replica.test.ts.
    await page.route(/\/api\/v1\/enquiries/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-data-age': '12' } });
    });
    await openDesk(page, server, '/adminenquiries');
    await expect(page.getByText(/^\d+ enquir(y|ies), 12 seconds old when loaded$/)).toBeVisible();
    await page.getByRole('button', { name: 'Export to Excel' }).click();
    await expect(page.getByText('12 seconds old when written')).toBeVisible();
  });

  test('a list that is slow to reload says that it is loading, and doesn’t show the previous count', async ({
    page,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Awaited', 2));
    await openDesk(page, server, '/adminuploadexcel?search=no+question+has+this');
    await expect(page.getByText('0 questions', { exact: true })).toBeVisible();
    await expect(page.getByText('No questions found.')).toBeVisible();
    let answer = () => {};
    await page.route(/\/api\/v1\/questions\?/, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.getByPlaceholder('Search questions...').fill('Awaited');
    await expect(page.getByText('Loading the questions…')).toBeVisible();
    await expect(page.getByText('Loading…', { exact: true })).toBeVisible();
    await expect(page.getByText('0 questions', { exact: true })).toHaveCount(0);
    await expect(page.getByText('No questions found.')).toHaveCount(0);
    answer();
    await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
  });

  test('questions: fifteen rows with all columns are visible; they are sorted, linked by the address and deleted together', async ({
    page,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Sorted', 45));
    await openDesk(page, server, '/adminuploadexcel?search=Sorted');
    await expect(page.getByText('45 questions', { exact: true })).toBeVisible();
    const sight = await inSight(page);
    expect(sight).toMatchObject({ wider: false, cut: [] });
    expect(sight.rows).toBeGreaterThanOrEqual(15);
    const widthOf = async (name: string) =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    expect(await widthOf('Questions')).toBeGreaterThan(3 * (await widthOf('OptionThree')));
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport();

    const first = page.getByRole('row').nth(1);
    const weightage = page.getByRole('columnheader', { name: 'Weightage' });
    await weightage.getByRole('button').click();
    await expect(weightage).toHaveAttribute('aria-sort', 'ascending');
    await expect(first.getByRole('cell').nth(6)).toHaveText('1.1');
    await weightage.getByRole('button').click();
    await expect(weightage).toHaveAttribute('aria-sort', 'descending');
    await expect(first.getByRole('cell').nth(6)).toHaveText('2.1');
    await expect(page).toHaveURL(/search=Sorted&sort=weightage&order=desc/);

    // Next begins at the top, and the address restores the page.
    const frame = page.locator('[data-desk-table]');
    await frame.evaluate((scrolled) => scrolled.scrollTo(0, 9_999));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(first.getByRole('cell').first()).toHaveText('21');
    await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await page.reload();
    await expect(page.getByText('Page 2 of 3')).toBeVisible();
    await expect(weightage).toHaveAttribute('aria-sort', 'descending');

    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('radio', { name: '50' }).check();
    await page.getByRole('checkbox', { name: 'OptionFour' }).uncheck();
    await expect(page.getByText('Page 2 of 3')).toHaveCount(0);
    await expect(page.getByRole('columnheader', { name: 'OptionFour' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    for (const text of ['1 times 3', '2 times 4'])
      await page
        .getByRole('row', { name: `Sorted: what is ${text}?` })
        .getByRole('checkbox', { name: 'Select' })
        .check();
    const chosen = page.getByRole('status').filter({ hasText: '2 selected' }).locator('..');
    const coming = page.waitForEvent('download');
    await chosen.getByRole('button', { name: 'Export selected' }).click();
    const bytes = await readFile(await (await coming).path());
    const [sheet = {}] = Object.values(read(bytes).Sheets);
    expect(
      utils.sheet_to_json<Record<string, string>>(sheet).map(({ Questions }) => Questions),
    ).toEqual(['Sorted: what is 1 times 3?', 'Sorted: what is 2 times 4?']);
    await chosen.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete these 2 rows?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(page.getByText('2 questions were deleted.')).toBeVisible();
    await expect(page.getByText('43 questions', { exact: true })).toBeVisible();
  });

  test('Back leads to the previous page of a list at its old scroll position, and a search adds no step', async ({
    page,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Stepped', 65));
    await openDesk(page, server, '/adminexammanager');
    await page.getByRole('link', { name: 'Question Manager' }).click();
    await page.getByPlaceholder('Search questions...').fill('Stepped');
    await expect(page.getByText('65 questions', { exact: true })).toBeVisible();
    const frame = page.locator('[data-desk-table]');
    const first = page.getByRole('row').nth(1).getByRole('cell').first();
    const top = () => frame.evaluate(({ scrollTop }) => scrollTop);
    await frame.evaluate((scrolled) => scrolled.scrollTo(0, 70));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(first).toHaveText('21');
    await expect.poll(top).toBe(0);
    // The last page is too short to scroll as far.
    await page.getByLabel('Go to page').fill('4');
    await page.keyboard.press('Enter');
    await expect(first).toHaveText('61');
    await page.goBack();
    await expect(first).toHaveText('21');
    await page.goBack();
    await expect(first).toHaveText('1');
    await expect.poll(top).toBe(70);
    await page.goForward();
    await expect(first).toHaveText('21');
    await page.goBack();
    await expect(first).toHaveText('1');
    await page.goBack();
    await expect(page).toHaveURL(/adminexammanager/);
  });

  test('wrong values in an address for sorting, filter and page are ignored, and an exam that doesn’t exist is reported', async ({
    page,
  }) => {
    const site = await examSite(server);
    const startDate = new Date(Date.now() + 86_400_000);
    const examId = await site.createExam({ name: 'Misread', startDate, minutes: 30, sections: [] });
    await site.addList(examId, ['Asha Rao']);
    await openDesk(page, server, '/adminpayments?sort=nope&order=up&state=nope&page=x&pageSize=7');
    await expect(page.getByText(/^\d+ orders?$/)).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('');
    for (const path of [
      '/admincandidates?sort=nope&state=nope&page=-1',
      '/adminactivity?from=nope&to=2026-02-31&action=nope',
    ]) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto(`${server.url}/adminexamscore?exam=nope`);
    await expect(page.getByText('We can’t find this exam')).toBeVisible();
    await expect(page.getByLabel('Select Exam')).toHaveValue('');
    await page.goto(`${server.url}/adminlive?exam=nope`);
    await expect(page.getByText('We can’t find this exam')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Exams now' })).toBeVisible();
  });

  test('exams: several are made Inactive at once, and the list can show only those', async ({
    page,
  }) => {
    const site = await examSite(server);
    const startDate = new Date(Date.now() + 86_400_000);
    for (const name of ['Bulk exam one', 'Bulk exam two'])
      await site.createExam({ name, startDate, minutes: 30, format: 'MCQ', sections: [] });
    await openDesk(page, server, '/adminexammanager?search=Bulk+exam');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Make Inactive' }).click();
    await expect(page.getByText('2 exams were made Inactive.')).toBeVisible();
    await page.getByLabel('Show').selectOption('Inactive');
    await expect(page.getByText('2 exams', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Bulk exam two' })).toContainText('Inactive');
    expect(await inSight(page)).toMatchObject({ wider: false, cut: [] });
  });
});

test.describe('on a tablet with a mouse', () => {
  test.use({ viewport: { width: 768, height: 1024 }, isMobile: false, hasTouch: false });

  test('orders: payer, item, amount, status, date and invoice are not covered by the actions', async ({
    page,
  }) => {
    const site = await examSite(server);
    await site.upload(makeQuestions('Paid', 2));
    const startDate = new Date(Date.now() + 86_400_000);
    const sections = [{ type: 'Paid', count: 2 }];
    await site.paidCandidate(
      await site.createExam({ name: 'Paid for', startDate, minutes: 20, sections }),
    );
    await openDesk(page, server, '/adminpayments');
    const acts = await page.getByRole('columnheader', { name: 'Actions' }).boundingBox();
    for (const name of ['Who pays', 'For', 'Amount', 'Status', 'Date', 'Invoice']) {
      const head = await page.getByRole('columnheader', { name }).boundingBox();
      expect((head?.x ?? 0) + (head?.width ?? 0), name).toBeLessThanOrEqual(acts?.x ?? 0);
    }
  });
});

test.describe('with the app stored by the browser', () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
    serviceWorkers: 'allow',
  });

  test('without a network the desk and its menu stay, and a screen opens once the network is back', async ({
    page,
    context,
  }) => {
    await openDesk(page, server, '/adminexammanager');
    await expect(page.getByRole('button', { name: 'Create Exam' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('You’re offline')).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Administration' });
    await menu.getByRole('link', { name: 'Exam Score' }).click();
    await expect(page.getByRole('alert')).toContainText('couldn’t load this screen');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      'We couldn’t load this screen',
    );
    await expect(page).toHaveTitle(/^We couldn’t load this screen – /);
    await expect(menu.getByRole('link', { name: 'Exam Manager' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByLabel('Select Exam')).toBeVisible();
    await expect(page.getByText('You’re offline')).toHaveCount(0);
  });
});

/** Whatever can be pressed in a row but is at least partly outside the table's frame, or smaller than a thumb. */
const outOfReach = (page: Page) =>
  page.locator('[data-desk-table]').evaluate((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    const pressed = [...frame.querySelectorAll('tbody :is(td a, button, input)')].filter((each) =>
      each.checkVisibility(),
    );
    return {
      pressed: pressed.length,
      outside: pressed
        .filter((each) => {
          const box = each.getBoundingClientRect();
          return box.left < left || box.right > right || box.right > innerWidth;
        })
        .map(({ textContent }) => textContent),
      small: pressed
        .filter((each) => each.matches('button, input'))
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => Math.min(width, height) < 44).length,
    };
  });

/** Widths of a tablet upright, of one on its side, and of one as large as a laptop. */
const TABLETS = [820, 1180, 1366];

test('on a tablet, whichever way it is held, all acts of a row are inside its frame, and its check box is as large as a thumb', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Tablets', 2));
  const sections = [{ type: 'Tablets', count: 2 }];
  const name = 'An exam of tablets with a rather long name, for assistant engineers of both kinds';
  const startDate = new Date(Date.now() + 86_400_000);
  const examId = await site.createExam({ name, startDate, minutes: 30, sections });
  await site.paidCandidate(examId);
  const session = await openAdminSession(server);
  await addProctor(server, session, 'Proctor of tablets');
  await signedIn(page.context(), server, session);
  for (const list of [
    'adminexammanager',
    'adminuploadexcel',
    'adminexampdfmanager',
    'admincandidates',
    'adminstaff',
    'adminpayments',
  ]) {
    await page.goto(`${server.url}/${list}`);
    await expect(page.locator('[data-desk-table]')).toBeVisible();
    for (const width of TABLETS) {
      const where = `${list}, ${width} wide`;
      await page.setViewportSize({ width, height: 2000 - width });
      const { pressed, ...bad } = await outOfReach(page);
      expect(pressed, where).toBeGreaterThan(0);
      expect(bad, where).toEqual({ outside: [], small: 0 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
    }
  }
});

test('on a phone a candidate’s page breaks no time before am or pm, and an unknown candidate’s page has one link to the list', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Untorn', 2));
  const sections = [{ type: 'Untorn', count: 2 }];
  const startDate = new Date(Date.now() + 86_400_000);
  const examId = await site.createExam({ name: 'Untorn', startDate, minutes: 30, sections });
  const { uid } = await site.paidCandidate(examId);
  await page.setViewportSize({ width: 360, height: 800 });
  await openDesk(page, server, `/admincandidates/${uid}`);
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  const times = page.locator('main td').getByText(/^\d+:\d\d [ap]m IST$/);
  const tall = await times.evaluateAll((all) =>
    all.filter((each) => each.getClientRects().length > 1).map(({ textContent }) => textContent),
  );
  expect(await times.count()).toBeGreaterThan(0);
  expect(tall).toEqual([]);
  await page.goto(`${server.url}/admincandidates/NOBODY2`);
  await expect(page.getByText('We can’t find this candidate')).toBeVisible();
  await expect(page.locator('main a[href="/admincandidates"]')).toHaveCount(1);
});

test('on a phone a row is a card with its acts, is sorted from View, and is no wider than the screen', async ({
  page,
}) => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Carded', 3));
  await openDesk(page, server, '/adminuploadexcel?search=Carded');
  const card = page.getByRole('row', { name: '1 times 3' });
  await expect(card.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(card.getByText('0.25')).toBeHidden();
  await card.getByRole('button', { name: 'All details' }).click();
  await expect(card.getByText('0.25')).toBeVisible();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByLabel('Sort by').selectOption('Weightage');
  await expect(page).toHaveURL(/sort=weightage/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the menu of a row closes when its row scrolls away, but not at the end of a scroll that began before it opened', async ({
  page,
}) => {
  await openDesk(page, server, '/adminexammanager');
  await page.getByRole('button', { name: 'More' }).first().click();
  const preview = page.getByRole('link', { name: 'Preview' });
  await expect(preview).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('scroll')));
  await expect(preview).toBeVisible();
  await page.evaluate(() => scrollBy(0, 100));
  await expect(preview).toBeHidden();
});
