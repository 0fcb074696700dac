/**
 * A course from its page to the paid seat, for somebody without an account: application, thanks, payment at the bank,
 * confirmation.
 */
import { expect, type Page } from '@playwright/test';
import { signedIn } from './support/admin-session.ts';
import { makeQuestions } from './support/question-file.ts';
import { server, shareSite, site, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

shareSite(makeQuestions('Quays', 1));

async function apply(page: Page) {
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Phone').fill('98765 43210');
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByRole('button', { name: 'Enroll Now' }).click();
}

/** Applies for US CMA, up to the page that says thanks and asks for payment of the seat. */
async function applyForCma(page: Page) {
  await page.goto(`${server.url}/cmacourse`);
  await apply(page);
  await expect(page).toHaveURL(/\/acmat$/);
}

async function paySeat(page: Page) {
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
}

test('a person who applies for US CMA is thanked and pays 1,000 for the seat, without an account', async ({
  page,
}) => {
  await applyForCma(page);
  const seat = page.getByRole('region', { name: 'Confirm your seat' });
  await expect(seat).toContainText('US CMA');
  await expect(seat).toContainText('₹1,000.00');
  await paySeat(page);
  await expect(page).toHaveURL(/\/applicationpaymentresponse/);
  await expect(page.getByText('within 48 hours on working days')).toBeVisible();
});

test('an application sent before its script has loaded blames the network, and keeps what was typed', async ({
  page,
}) => {
  const sender = '**/assets/kept-forms*';
  await page.route(sender, (route) => route.abort());
  await page.goto(`${server.url}/cmacourse`);
  await apply(page);
  await expect(page.getByText('Please check your network.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('98765 43210');
  await page.unroute(sender);
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page).toHaveURL(/\/acmat$/);
});

test('a paid seat is confirmed on the pages where it could be paid, and not offered again', async ({
  page,
}) => {
  await applyForCma(page);
  await paySeat(page);

  await page.goto(`${server.url}/acmat`);
  const seat = page.getByRole('region', { name: 'Your seat is confirmed' });
  await expect(seat).toContainText('₹1,000.00');
  await expect(page.getByRole('main')).not.toContainText('Pay the seat confirmation');
  await page.goto(`${server.url}/cmacourse`);
  await expect(seat).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0);
  await seat.getByRole('link', { name: 'See the receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Tax invoice and receipt' })).toBeVisible();

  // Another application is another seat.
  await applyForCma(page);
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible();
});

test('Pay Now says the seat is confirmed if it was paid and the return from the bank failed', async ({
  page,
}) => {
  await applyForCma(page);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  const pays = page.url();
  const form = { act: 'pay', trouble: 'none', answers: '3' };
  // The payment goes through, but the browser never comes back from the bank.
  await page.request.post(pays, { form, maxRedirects: 0 });
  await page.goto(`${server.url}/acmat`);
  const answers = '**/api/v1/applicationpayment/hdfc';
  await page.route(answers, (route) => route.abort());
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(page.getByText('You haven’t been charged this time.')).toBeVisible();
  await page.unroute(answers);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  const seat = page.getByRole('region', { name: 'Your seat is confirmed' });
  await expect(seat.getByRole('link', { name: 'See the receipt' })).toBeVisible();
  await expect(page.getByText('You haven’t been charged')).toHaveCount(0);
});

test('a payment that the bank declined can be tried again on the page where the seat is paid', async ({
  page,
}) => {
  await applyForCma(page);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await page.getByRole('link', { name: 'Pay again' }).click();
  await expect(page).toHaveURL(/\/acmat$/);
  await paySeat(page);
});

test('the page of a course’s payment speaks of the course, even to somebody who has an exam', async ({
  page,
}) => {
  const examId = await site.createExam({
    name: 'Beside a course',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [],
  });
  await signedIn(page.context(), server, await site.paidCandidate(examId));
  const main = page.getByRole('main');
  const exam = main.getByRole('link', { name: 'exam' });
  await test.step('without an order', async () => {
    await page.goto(`${server.url}/applicationpaymentresponse`);
    await expect(main.getByText('No payment information found.')).toBeVisible();
    await expect(exam).toHaveCount(0);
    await main.getByRole('link', { name: 'home page' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  });
  const answers = '**/payment/orders/**';
  await test.step('when the server fails', async () => {
    await page.route(answers, (route) => route.fulfill({ status: 502 }));
    await page.goto(`${server.url}/applicationpaymentresponse?order_id=COURSE-abc-1`);
    await expect(main.getByText('We couldn’t check your payment')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(main).not.toContainText(/exam/i);
    await page.unroute(answers);
  });
  await test.step('for an order that does not exist', async () => {
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByText('We can’t find this order')).toBeVisible();
    await expect(main).not.toContainText(/exam/i);
  });
});

test('no seat can be paid without an application for this very course', async ({ page }) => {
  const missing = page.getByText('Missing course application ID. Please apply again.');
  await page.goto(`${server.url}/cpacourse`);
  // Before there is something to pay, the page shows only a line, not a bill.
  await expect(page.getByText('Once you’ve applied: ₹1,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(missing).toBeVisible();

  await page.goto(`${server.url}/datamastery`);
  await apply(page);
  await expect(page.getByText('Application submitted.')).toBeVisible();
  await expect(page.getByText('Seat confirmation, including GST')).toBeVisible();
  await page.goto(`${server.url}/cpacourse`);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(missing).toBeVisible();
});

test('a thank-you page that is opened without an application leads to the form', async ({
  page,
}) => {
  await page.goto(`${server.url}/acmat`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Thank you for your interest in US CMA',
  );
  await expect(page.getByText('Missing course application ID')).toHaveCount(0);
  await page.getByRole('link', { name: 'Apply for US CMA' }).click();
  await expect(page).toHaveURL(/\/cmacourse#apply$/);
  await apply(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you.');
});

test('only one question is open at a time, and a link within the page moves the focus there', async ({
  page,
}) => {
  await page.goto(`${server.url}/remotereadywomen`);
  const questions = page.locator('details');
  await questions.nth(0).locator('summary').click();
  await questions.nth(1).locator('summary').click();
  await expect(page.locator('details[open]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Apply now' }).click();
  await expect(page).toHaveURL(/#apply$/);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('an enquiry for Germany leads to the thanks on /germany-program', async ({ page }) => {
  await page.goto(`${server.url}/germanyopportunity`);
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Phone').fill('98765 43210');
  await page.getByLabel('Email').fill('asha@example.com');
  const button = page.getByRole('button', { name: 'Submit Application' });
  await button.click();
  await expect(page).toHaveURL(/\/germany-program$/);
});
