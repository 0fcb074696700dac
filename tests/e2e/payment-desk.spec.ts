/**
 * Money at the administrator's desk in a real browser: finding an order, its receipt, refunding a part of it, refunding an
 * exam's orders together; and the candidate's own receipt.
 */
import { readFile } from 'node:fs/promises';
import { devices, expect, type Locator, type Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { newReference } from '#api/gateways/payment/port.ts';
import { candidateSchema } from '#contract/desk/candidates.ts';
import { deskOrderDetailSchema, deskOrderListSchema } from '#contract/desk/payment-desk.ts';
import { orderReplySchema } from '#contract/site/payments.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, openAdminSession, openDesk, signedIn } from './support/admin-session.ts';
import { examSite, type PaidCandidate } from './support/exam-site.ts';
import { pressAt } from './support/keyboard.ts';
import { makeQuestions } from './support/question-file.ts';
import { ADMIN_PASSWORD } from './support/running-server.ts';
import { server, shareServer, test } from './support/test.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });

shareServer();
let paid: PaidCandidate;
test.beforeAll(async () => {
  const site = await examSite(server);
  await site.upload(makeQuestions('Fords', 2));
  const examId = await site.createExam({
    name: 'Payment Officer Assessment',
    startDate: new Date(Date.now() + 86_400_000),
    minutes: 30,
    sections: [{ type: 'Fords', count: 2 }],
  });
  paid = await site.paidCandidate(examId);
});

/** Expects the workbook's first row to say in these columns what the screen says. */
async function expectInWorkbook(page: Page, row: Locator, columns: readonly string[]) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  const download = await waiting;
  const book = read(await readFile(await download.path()));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  const [exported] = utils.sheet_to_json<Record<string, unknown>>(sheet);
  for (const name of columns) await expect(row).toContainText(String(exported?.[name]));
}

test('an order can be found, its receipt opened, and a part of it refunded only once', async ({
  page,
}) => {
  await openDesk(page, server);
  // When only the names of the exams can't be loaded, the filter says so and offers to load them again.
  await page.route(/\/exams\/names/, (route) => route.fulfill({ status: 503 }));
  await page.getByRole('link', { name: 'Applications and payments' }).click();
  const exams = page.getByLabel('Exam', { exact: true }).getByRole('option');
  const again = page.getByRole('button', { name: 'Reload the exams' });
  await expect(again).toBeVisible();
  await expect(exams).toHaveCount(1);
  await page.unroute(/\/exams\/names/);
  await again.click();
  await expect(exams.filter({ hasText: 'Payment Officer Assessment' })).toHaveCount(1);
  await expect(again).toHaveCount(0);
  await page.getByPlaceholder('Search orders...').fill(paid.uid);
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Open order EXAM-${paid.uid}` }).click();
  const order = page.getByRole('dialog', { name: 'Order' });
  await expect(order).toContainText('The candidate is Fees Paid.');
  await expect(order.getByRole('link', { name: 'Receipt' })).toBeVisible();

  await order.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
  await expect(refund).toContainText('The candidate stays Fees Paid');
  await expect(refund.getByLabel('Amount in rupees')).toHaveValue('500');
  await refund.getByLabel('Amount in rupees').fill('1,50');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund).toContainText('Please type it like 1,250.50.');
  await refund.getByLabel('Amount in rupees').fill('500.01');
  await refund.getByLabel('Reason').fill('The hall had no light.');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund).toContainText('You can refund at most ₹500.00.');
  await refund.getByLabel('Amount in rupees').fill('120.50');
  await expectAccessible(page);
  // Without a reply, nobody is told that nothing was refunded, and the second press asks for the same refund.
  const ofOrder = new RegExp(`/payments/EXAM-${paid.uid}`);
  let asked = 0;
  await page.route(ofOrder, async (route) => {
    if (route.request().method() === 'POST') asked += 1;
    // The order doesn't show the first refund yet: a slow bank may still be working on it.
    else if (asked === 1) return route.continue();
    if (asked === 2 && route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund).toContainText('It may have been refunded.');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect.poll(() => asked).toBe(2);
  await expect(refund).toContainText('It may have been refunded.');
  await expect(refund).not.toContainText('Nothing was refunded');
  await page.unroute(ofOrder);
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(order).toContainText('₹120.50 is on its way back.');
  await order.getByRole('button', { name: 'Check with the bank' }).click();
  await expect(order).toContainText('Refund arrived');
  await expectAccessible(page);
  // The link leads from an order to the candidate who paid it, and from there to their orders.
  await order.getByRole('link', { name: /^Candidate \d/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admincandidates/${paid.uid}$`));
  await page
    .getByRole('link', { name: `EXAM-${paid.uid}` })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toBeVisible();
  const row = page.getByRole('row', { name: paid.uid });
  await expect(row).toContainText(/\d{4}, \d+:\d\d\s[ap]m IST/);
  await expect(row).toContainText('₹120.50 refunded');
  await expectInWorkbook(page, row, ['Name', 'For', 'Kind', 'Status', 'Invoice', 'Order']);

  const applied = await page.request.post(`${server.url}/api/v1/applications`, {
    data: {
      name: 'Lakshmi Venkataraman',
      email: 'lakshmi@example.in',
      phone: '9876501234',
      course: 'US CMA',
    },
  });
  expect(applied.ok()).toBe(true);
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  const application = page.getByRole('row', { name: 'Lakshmi' });
  await expect(application).toContainText('Not paid');
  await expectInWorkbook(page, application, ['Name', 'Phone', 'Course', 'Payment', 'Status']);
});

test('an order that is loaded again shows what has happened since the bank was asked', async ({
  page,
}) => {
  const site = await examSite(server);
  const exam = { name: 'Order Looked At Twice', startDate: new Date(), minutes: 30, sections: [] };
  const { uid, examId } = await site.paidCandidate(await site.createExam(exam));
  const session = await openAdminSession(server);
  const { token } = session;
  await signedIn(page.context(), server, session);
  await page.goto(`${server.url}/adminpayments?search=${uid}`);
  await page.getByRole('button', { name: `Open order EXAM-${uid}` }).click();
  const order = page.getByRole('dialog', { name: 'Order' });
  const check = order.getByRole('button', { name: 'Check with the bank' });
  await check.click();
  await expect(order).toContainText('We’ve just checked with the bank.');
  const found = await callApi(server, `payments?search=${uid}`, { token });
  const [{ order_id } = { order_id: '' }] = deskOrderListSchema.parse(found);
  const refund = { requestId: 'ABCDEFGHJKMNPQRS', amount: 75, reason: 'No light', examId };
  await callApi(server, `payments/${order_id}/refunds`, { token, body: refund });
  await callApi(server, 'auth/signout', { token, body: {} });
  await check.click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(ADMIN_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(order.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  await expect(order).toContainText('₹75');
});

test('a candidate whose refund is under way reads so beside their payment', async ({ page }) => {
  const site = await examSite(server);
  const examId = await site.createExam({
    ...{ name: 'Refunded Officer Assessment', minutes: 30, sections: [] },
    startDate: new Date(Date.now() + 86_400_000),
  });
  const candidate = await site.paidCandidate(examId);
  const path = `payment/orders/${JSON.parse(candidate.stored).TxnID}`;
  const { order_id } = orderReplySchema.parse(
    await callApi(server, path, { token: candidate.token }),
  );
  const verdict = `${server.url}/paymentresponse?order_id=${order_id}`;
  await page.addInitScript((stored) => localStorage.setItem('user', stored), candidate.stored);
  await page.goto(verdict);
  await expect(page.getByRole('link', { name: 'See the receipt' })).toBeVisible();
  await expect(page.getByText('to the account you paid from')).toHaveCount(0);

  const { token } = await openAdminSession(server);
  // Only a part is refunded, because after a full refund the page says nothing else.
  const body = { requestId: 'THEHALLHADNOLAMP', amount: 200, reason: 'The hall had no light.' };
  await callApi(server, `payments/${order_id}/refunds`, { token, body });
  await page.goto(verdict);
  await expect(
    page.getByText(/^₹200 (is on its way back|has been returned) to the account/),
  ).toBeVisible();

  const exams = page.getByRole('region', { name: 'Your exams' });
  await page.goto(`${server.url}/account`);
  await expect(exams).toContainText(/: ₹200 (is on its way back|has been returned) to the account/);
  await expect(exams).not.toContainText('Fee refunded');
  const rest = { requestId: newReference(), amount: 300, reason: 'The hall had no water either.' };
  await callApi(server, `payments/${order_id}/refunds`, { token, body: rest });
  await expect(exams).toContainText('Fees Paid');
  await page.reload();
  await expect(exams).toContainText('Fee refunded');
  await expect(exams).not.toContainText('Fees Paid');
  await expect(exams).toContainText('the exam may be cancelled. Please check with the office');
  await expectAccessible(page);
  await exams.getByRole('link', { name: 'Receipt of the fee' }).click();
  await expect(page.getByText(/^(Refunded|Refund under way)$/)).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(0);
});

test('the fees of a cancelled exam are refunded together by keyboard on a phone: stopped, continued and tried again after a lost reply, each only once [decision 14]', async ({
  page,
}, { repeatEachIndex: round }) => {
  const site = await examSite(server);
  const cancelled = `Flooded shift ${round}`;
  const startDate = new Date(Date.now() + 86_400_000);
  const examId = await site.createExam({ name: cancelled, startDate, minutes: 30, sections: [] });
  const others = await site.createExam({
    name: `Dry shift ${round}`,
    startDate,
    minutes: 30,
    sections: [],
  });
  await site.paidCandidate(others);
  const owed: PaidCandidate[] = [];
  for (let count = 0; count < 4; count += 1) owed.push(await site.paidCandidate(examId));
  const unpaid = await site.registered(examId);
  await site.addList(examId, ['Ila Nair']);
  const { token } = await openAdminSession(server);
  const ordersOf = async (exam: string) =>
    deskOrderListSchema.parse(await callApi(server, `payments?exam=${exam}`, { token }));
  const part = (await ordersOf(examId)).find(({ uid }) => uid === owed[3]?.uid);
  const body = { requestId: newReference(), amount: 0.5, reason: 'A late fee by mistake' };
  await callApi(server, `payments/${part?.order_id}/refunds`, { token, body });

  await page.setViewportSize({ width: 360, height: 800 });
  await openDesk(page, server, '/adminpayments');
  await page.getByRole('combobox', { name: 'Exam' }).selectOption({ label: cancelled });
  await expect(page.getByRole('status').filter({ hasText: '5 orders' })).toBeVisible();
  await pressAt(page, page.getByRole('button', { name: 'Refund the whole exam' }));
  const dialog = page.getByRole('dialog', { name: 'Refund orders' });
  await expect(dialog).toContainText('3 orders will be refunded in full, ₹1,500 in all.');
  await pressAt(page, dialog.getByText('1 · Partly refunded'));
  await expect(dialog.getByText(`(${owed[3]?.uid})`)).toBeVisible();
  await expect(dialog).toContainText('1 · Paid to the office by invoice');
  await expectAccessible(page);
  const refund = dialog.getByRole('button', { name: 'Refund 3 orders: ₹1,500' });
  await pressAt(page, refund);
  await expect(dialog).toContainText('Please fill this in.');
  await page.keyboard.type('The hall is flooded');

  // The first reply takes long; the second is lost after the refund was made.
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  const asked: string[] = [];
  await page.route('**/refunds', async (route) => {
    const address = route.request().url();
    asked.push(address);
    const answer = await route.fetch();
    if (asked.length === 1) await held;
    if (asked.length === 2) return route.abort();
    return route.fulfill({ response: answer });
  });
  await pressAt(page, refund);
  await expect(dialog).toContainText('0 of 3 orders done');
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeFocused();
  await expectAccessible(page);
  // A press beside the window, such as a second press on Refund, doesn't stop anything.
  await page.mouse.click(4, 4);
  await pressAt(page, dialog.getByRole('button', { name: 'Stop', exact: true }));
  await expect(dialog).toContainText('Stopping after this order');
  letGo();
  await expect(dialog).toContainText('1 of 3 orders refunded');
  await expect(dialog).toContainText('₹500 is on its way back. 2 orders not tried yet.');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('2 of 3 orders refunded');
  await expect(dialog.getByRole('listitem')).toContainText([
    /Candidate \d+ \(\w+\)\s*The bank didn’t reply, so it may or may not have been refunded\./,
  ]);
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 orders refunded: ₹1,500 is on its way back.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(new Set(asked).size).toBe(3);
  for (const { order_id, uid } of await ordersOf(examId)) {
    const detail = await callApi(server, `payments/${order_id}`, { token });
    const { refunds } = deskOrderDetailSchema.parse(detail);
    const back = uid === part?.uid ? [0.5] : owed.some((each) => each.uid === uid) ? [500] : [];
    expect(refunds.map(({ amount }) => amount)).toEqual(back);
  }
  expect(await ordersOf(others)).toMatchObject([{ refunded: 0 }]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/adminexamscore?exam=${examId}`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog).toContainText('There’s nothing to refund here');
  await expect(dialog).toContainText('3 · Already refunded, or on its way back');
  await dialog.getByText('1 · No payment was started').click();
  await expect(dialog).toContainText(unpaid.user.uid);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});

test('when the orders of a cancelled exam are refunded together, one that another desk refunds meanwhile is not refunded again [decision 14]', async ({
  page,
}) => {
  const site = await examSite(server);
  const examId = await site.createExam({
    ...{ name: 'Flooded Officer Assessment', minutes: 30, sections: [] },
    startDate: new Date(Date.now() + 86_400_000),
  });
  await site.registered(examId);
  const [first] = [await site.paidCandidate(examId), await site.paidCandidate(examId)];
  const { token } = await openAdminSession(server);
  await openDesk(page, server);
  await page.goto(`${server.url}/adminpayments?exam=${examId}`);
  await expect(page.getByRole('status').filter({ hasText: '2 orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund the whole exam' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund orders' });
  await expect(refund).toContainText('2 orders will be refunded in full, ₹1,000 in all.');
  await expectAccessible(page);

  const path = `payment/orders/${JSON.parse(first.stored).TxnID}`;
  const { order_id } = orderReplySchema.parse(await callApi(server, path, { token: first.token }));
  const body = { requestId: 'ANTHERDESKWASFST', amount: 500, reason: 'The hall is flooded.' };
  await callApi(server, `payments/${order_id}/refunds`, { token, body });
  await refund.getByLabel('Reason').fill('The hall is flooded.');
  await refund.getByRole('button', { name: 'Refund 2 orders: ₹1,000' }).click();
  await expect(refund).toContainText('1 of 2 orders refunded');
  const refused = refund.getByRole('region', { name: 'Can’t be refunded here' });
  await expect(refused).toContainText('The full amount has been refunded or is being refunded.');
  await expect(refused.getByRole('listitem')).toHaveCount(1);
  await expect(refund.getByRole('button', { name: /Try again|Continue/ })).toHaveCount(0);
  await expectAccessible(page);
  await refund.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('1 order refunded: ₹500 is on its way back.')).toBeVisible();

  // Nothing is left to refund, so no button offers it.
  await expect(page.getByRole('button', { name: 'Refund the whole exam' })).toHaveCount(0);
  await page.getByPlaceholder('Search orders...').fill('nobody at all');
  await expect(page.getByText('No orders found.')).toBeVisible();
  await page.getByRole('button', { name: 'Refund the whole exam' }).click();
  await expect(refund).toContainText('There’s nothing to refund here');
  await expect(refund).toContainText('2 · Already refunded, or on its way back');
});

test('a single refund is refused, too, once the candidate was moved to another exam, and the order is shown as it is now', async ({
  page,
}) => {
  const site = await examSite(server);
  const shift = (name: string) =>
    site.createExam({
      ...{ name, minutes: 30, sections: [] },
      startDate: new Date(Date.now() + 86_400_000),
    });
  const [morning, examID] = [await shift('Moved Morning'), await shift('Moved Evening')];
  const { uid } = await site.paidCandidate(morning);
  const { token } = await openAdminSession(server);
  await openDesk(page, server);
  await page.goto(`${server.url}/adminpayments?exam=${morning}`);
  await page.getByRole('button', { name: `Open order EXAM-${uid}` }).click();
  const order = page.getByRole('dialog', { name: 'Order' });
  await order.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
  await refund.getByLabel('Reason').fill('The morning is cancelled.');

  const path = `candidates/${uid}`;
  const { enrolments } = candidateSchema.parse(await callApi(server, path, { token }));
  const body = { enrolment: enrolments[0]?.id, examID, reason: 'The evening suits them.' };
  await callApi(server, `${path}/move`, { token, body });
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(order).toContainText('was moved to Moved Evening in the meantime');
  await expect(order.getByRole('definition').filter({ hasText: /^Moved Evening/ })).toBeVisible();
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Refund…' }).click();
  await expect(refund).toContainText('paid ₹500 for Moved Evening');
  await refund.getByLabel('Reason').fill('The evening is cancelled, too.');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(order).toContainText('₹500 is on its way back.');
});

test('the link to the receipt works from the moment it appears', async ({ page }) => {
  await page.addInitScript((stored) => {
    localStorage.setItem('user', stored);
    const press = new MutationObserver(() => {
      const link = document.querySelector<HTMLElement>('a[href*="receipt"]');
      if (link?.textContent !== 'See the receipt') return;
      press.disconnect();
      link.click();
    });
    press.observe(document, { childList: true, subtree: true });
  }, paid.stored);
  await page.goto(`${server.url}/paymentresponse?order_id=${JSON.parse(paid.stored).TxnID}`);
  await expect(page.getByRole('heading', { name: 'Tax invoice and receipt' })).toBeVisible();
});

test('a candidate can see and print the receipt of their fee', async ({ page }) => {
  await page.addInitScript((stored) => localStorage.setItem('user', stored), paid.stored);
  await page.goto(`${server.url}/paymentresponse?order_id=${JSON.parse(paid.stored).TxnID}`);
  await page.getByRole('link', { name: 'See the receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Tax invoice and receipt' })).toBeVisible();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total paid' })).toContainText('₹500.00');
  await expect(page.getByRole('row', { name: 'CGST 9%' })).toContainText('₹38.14');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByText(/NT\/\d\d-\d\d\/\d{6}/)).toBeVisible();
});
