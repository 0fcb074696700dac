/**
 * The main path, in one go and in a real browser: register, pay, wait for the countdown, answer with and without a
 * network, lose the browser, let the time run out offline, and have everything received.
 */
import { expect } from '@playwright/test';
import { examSite } from './support/exam-site.ts';
import { type PhoneProfile, phoneProfile } from './support/phone-profile.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import {
  answer,
  endsAt,
  expectEndAt,
  expectKeptOffline,
  expectSound,
  next,
  option,
  questionOnScreen,
  receipt,
  startSoon,
  status,
  timer,
} from './support/sitting-page.ts';
import { server, shareServer, test } from './support/test.ts';

shareServer();
let phone: PhoneProfile;
test.beforeAll(async () => {
  phone = await phoneProfile();
});
test.afterAll(() => phone.remove());

test('a candidate takes a paid exam on a phone that loses its network and its browser', async () => {
  const site = await examSite(server);
  const questions = [...makeQuestions('Streams', 5), ...makeQuestions('Mountains', 4)];
  await site.upload(questions);
  const name = 'Journey Assessment';
  const examId = await site.createExam({
    name,
    startDate: new Date(Date.now() + 3_600_000),
    minutes: 1,
    sections: [
      { type: 'Streams', count: 5 },
      { type: 'Mountains', count: 4 },
    ],
  });
  const choices = new Map<string, string>();
  let minutes = 0;
  let context = await phone.open();
  let page = await context.newPage();

  await test.step('register', async () => {
    await page.addInitScript(() => {
      // Records what the browser is asked to store, without the browser's own window over the page.
      navigator.credentials.store = async ({ id }) => sessionStorage.setItem('kept sign-in', id);
    });
    await page.goto(`${server.url}/register`);
    await page.getByLabel('Full name').fill('Asha Rao');
    await page.getByLabel('Email').fill('asha.rao@example.com');
    await page.getByLabel('Mobile').fill('9848012345');
    await page.getByLabel('Password', { exact: true }).fill('a candidate’s password');
    await page.getByLabel('Date of birth').fill('2003-04-05');
    const post = page.getByLabel('Post applied for');
    const wanted = post.locator('option', { hasText: name });
    // Two shifts on the same day are told apart by the time.
    await expect(wanted).toHaveText(/, \d+:\d\d [ap]m IST$/);
    await post.selectOption((await wanted.getAttribute('value')) ?? '');
    await page.getByLabel('Address').fill('4-1-22, Station Road');
    await page.getByLabel('City').fill('Warangal');
    await page.getByLabel('State', { exact: true }).selectOption('Telangana');
    const progress = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    await expect(progress.filter({ hasText: 'not filled in yet' })).toHaveCount(0);
    await expect(progress).toHaveCount(3);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByTestId('uid')).toHaveText(/^[0-9A-Z]{7}$/);
    const uid = await page.getByTestId('uid').innerText();
    expect(await page.evaluate(() => sessionStorage.getItem('kept sign-in'))).toBe(uid);
    // This link replaces Get Hired, and a registered person gets no empty form.
    await expect(page.getByRole('link', { name: 'My exam' })).toHaveAttribute('href', '/jobs');
    await page.goto(`${server.url}/register`);
    await expect(page.getByText(uid)).toBeVisible();
    await page.getByRole('link', { name: 'Go to your application' }).click();
    await page.goto(`${server.url}/onlineassessment`);
  });

  await test.step('pay on the simulated gateway', async () => {
    const card = page.getByRole('article').filter({ hasText: name });
    await card.getByRole('button', { name: 'Apply Now' }).click();
    await page.getByRole('button', { name: 'Pay Now' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
  });

  await test.step('the countdown opens the exam by itself', async () => {
    const open = async () => {
      await page.goto(`${server.url}/exam`);
      await expect(page.getByText('seconds', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Start exam' })).toHaveCount(0);
      await expectKeptOffline(page);
    };
    ({ minutes } = await startSoon(site, examId, open, { toItsEnd: true }));
    await expectSound(page);
    await expect(timer(page)).toBeVisible({ timeout: 120_000 });
    await expectSound(page);
  });

  await test.step('answer with a network', async () => {
    for (const index of [0, 1] as const) {
      await answer(page, questions, index, choices);
      await next(page);
    }
    await expect(status(page)).toHaveText('Received by the exam server');
  });

  await test.step('continue answering after the network is cut', async () => {
    await context.setOffline(true);
    await answer(page, questions, 2, choices);
    await expect(status(page)).toHaveText('Saved on this phone · 1 waiting');
    await next(page);
    await answer(page, questions, 3, choices);
  });

  await test.step('reload without a network: the same question and the same answer are shown', async () => {
    const { text, options } = await questionOnScreen(page, questions);
    await page.reload();
    expect((await questionOnScreen(page, questions)).text).toBe(text);
    await expect(option(page, options[3])).toBeChecked();
    await expect(status(page)).toHaveText('Saved on this phone · 2 waiting');
    await next(page);
  });

  await test.step('the browser is killed and started again without a network', async () => {
    const { text } = await answer(page, questions, 0, choices);
    const deadline = await endsAt(page);
    await phone.kill();
    context = await phone.open();
    await context.setOffline(true);
    page = await context.newPage();
    await page.goto(`${server.url}/exam`);
    expect((await questionOnScreen(page, questions)).text).toBe(text);
    await expect(status(page)).toHaveText('Saved on this phone · 3 waiting');
    await expectEndAt(page, deadline);
    await page.getByRole('button', { name: 'Question 8, not visited' }).click();
    await expect(page.getByText('Question 8 of 9', { exact: true }).first()).toBeVisible();
    await answer(page, questions, 1, choices);
  });

  await test.step('the time runs out without a network, and the exam is submitted automatically', async () => {
    await expect(page.getByText('Submitted on this phone')).toBeVisible({
      timeout: minutes * 60_000 + 10_000,
    });
    await expectSound(page);
  });

  await test.step('the network is back, and everything is received', async () => {
    await context.setOffline(false);
    await receipt(page);
    await expectSound(page);
  });

  await test.step('the result equals an independent calculation', async () => {
    const byHand = scoreByHand(questions, choices);
    expect(choices.size).toBe(6);
    await page.getByRole('link', { name: /result/i }).click();
    await expect(page.getByTestId('total-score')).toHaveText(String(byHand.total));
    for (const [section, marks] of Object.entries(byHand.sections)) {
      await expect(
        page.getByRole('row', { name: new RegExp(`^${section} ${marks}$`) }),
      ).toBeVisible();
    }
    await expectSound(page);
  });
});
