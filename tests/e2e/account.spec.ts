/** A person's own account on a phone: seeing, correcting, downloading and finally deleting the data. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { boardSchema } from '#contract/hall/board.ts';
import { accountSchema } from '#contract/site/account.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { ownSittingsSchema } from '#contract/wire/results.ts';
import { formatDateTime } from '#web/shared/format.ts';
import {
  addProctor,
  callApi,
  openAdminSession,
  openSession,
  signedIn,
} from './support/admin-session.ts';
import { everythingKept } from './support/everything-kept.ts';
import { PASSWORD } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import {
  answer,
  expectSound,
  receipt,
  signIn,
  startExam,
  submit,
  timer,
  typeSignIn,
} from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const questions = makeQuestions('Deltas', 2);
const NEW_PASSWORD = 'quite another password';

test.use({ serviceWorkers: 'block' });

shareSite(questions);

const openExam = () =>
  site.createExam({
    name: 'Account exam',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Deltas', count: 2 }],
  });

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function openAccount(page: Page) {
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
}

test('the payment page without a payment leads to the payment that is due', async ({ page }) => {
  const examId = await openExam();
  const { user, token } = await site.registered(examId);
  await signedIn(page.context(), server, { stored: JSON.stringify({ ...user, token }) });
  await page.goto(`${server.url}/paymentresponse`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your payment' })).toBeVisible();
  await expect(
    page.getByText(
      'No payment information found. Please make a payment or return to the home page.',
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Pay the exam fee' }).click();
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible();
});

test('a person whose new password was saved but whose reply was lost is told to type that password again', async ({
  page,
}) => {
  const { uid, password } = await addProctor(server, await openAdminSession(server), 'Kiran');
  await signedIn(page.context(), server, await openSession(server, uid, password));
  await page.goto(`${server.url}/gethired`);
  const field = page.getByLabel('New password', { exact: true });
  const save = page.getByRole('button', { name: 'Save new password' });
  await page.route(
    '**/auth/change-password',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field.fill(NEW_PASSWORD);
  await save.click();
  await expect(page.getByText('We couldn’t reach the exam server.')).toBeVisible();
  await field.fill('yet another password');
  await save.click();
  await expect(page.getByText('You already have a new password')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Type the first one again/);
  await field.fill(NEW_PASSWORD);
  await save.click();
  await expect(page).toHaveURL(/\/proctor$/);
});

test.describe('on a phone that stores the app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a candidate corrects and downloads their data, and deletes it once nothing prevents it', async ({
    page,
  }) => {
    const candidate = await site.paidCandidate(await openExam());
    await typeSignIn(page, server.url, candidate);
    // The redirect carries the order and the amount.
    await expect(page).toHaveURL(/\?status=success&order_id=[\w-]+&amount=500$/);
    await page.goto(`${server.url}/paymentresponse?status=success&order_id=EXAM-NOBODYS-1`);
    await expect(page.getByText('We can’t find this order')).toBeVisible();
    await expect(page.getByText('safe')).toHaveCount(0);

    await test.step('while a paid exam is not taken, the account can’t be deleted', async () => {
      await openAccount(page);
      const erasure = section(page, 'Delete your account');
      await expect(erasure.getByText(/paid for an exam you haven’t taken/)).toBeVisible();
      await expect(erasure.getByRole('button')).toHaveCount(0);
      const photo = section(page, 'Your photo');
      await expect(photo.getByRole('button', { name: 'Take a photo' })).toBeVisible();
      await expectSound(page);
    });

    await test.step('[rule 17] the sealed paper is fetched, and the phone says so even without a network', async () => {
      const next = section(page, 'Your next exam');
      await expect(next.getByRole('status')).toContainText(
        /Paper on this phone\s*Downloaded and locked \(\d+ KB\)/,
      );
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.context().setOffline(true);
      await page.reload();
      await expect(next.getByRole('status')).toContainText('Downloaded and locked');
      await page.context().setOffline(false);
    });

    await test.step('the candidate takes the exam', async () => {
      await startExam(page, server.url);
      await answer(page, questions, 0, new Map());
    });

    await test.step('meanwhile, even without a network, My account says until when the exam runs and leads back to it', async () => {
      await page.goto(`${server.url}/account`);
      await page.context().setOffline(true);
      await page.reload();
      const underWay = section(page, 'Your exam is under way');
      await expect(underWay.getByRole('status')).toContainText(/You have until .+ IST\./);
      await page.context().setOffline(false);
      await underWay.getByRole('link', { name: 'Go to the exam' }).click();
      await expect(timer(page)).toBeVisible();
      await submit(page);
      await receipt(page);
    });

    await test.step('the candidate sees the receipt and corrects details; a new mobile number needs the password', async () => {
      await openAccount(page);
      await expect(section(page, 'Your exams')).toContainText(
        /Receipt of your answers: \w{4}-\w{4}/,
      );
      await expect(section(page, 'What you agreed to')).toContainText('text of Wed 25 Nov 2026');
      const details = section(page, 'Your details');
      await details.getByLabel('City').fill('Warangal');
      await details.getByLabel('Mobile').fill('98765 43210');
      await details.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
      await details.getByRole('button', { name: 'Save my details' }).click();
      await expect(details.getByText('Your details are saved.')).toBeVisible();
    });

    await test.step('the candidate changes the password and stays signed in', async () => {
      const password = section(page, 'Change your password');
      await password.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await password.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
      await password.getByRole('button', { name: 'Save new password' }).click();
      await expect(password.getByText('Your password is changed')).toBeVisible();
    });

    await test.step('the candidate downloads the data', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download my data' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`my-data-${candidate.uid}.json`);
      expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
        profile: { city: 'Warangal', mobile: '9876543210' },
        sittings: [{ exam: 'Account exam', state: 'submitted' }],
      });
    });

    await test.step('the candidate deletes the account: nothing of it is left on the phone, and the UID no longer signs in', async () => {
      const erasure = section(page, 'Delete your account');
      // This phone can't look whether it has sent everything; a moment later it can.
      await page.evaluate(() => {
        const { getAll } = IDBIndex.prototype;
        IDBIndex.prototype.getAll = () => {
          throw new DOMException('The disk is busy', 'DataError');
        };
        Object.assign(window, { letRead: () => Object.assign(IDBIndex.prototype, { getAll }) });
      });
      await erasure.getByRole('button').click();
      await expect(erasure.getByText('You can’t delete your account yet')).toBeVisible();
      await page.evaluate(() => Object(window).letRead());
      await erasure.getByRole('button').click();
      await expect(erasure.getByText('You can’t delete your account yet')).toHaveCount(0);
      const dialog = page.getByRole('dialog');
      const remove = dialog.getByRole('button', { name: 'Delete my account permanently' });
      await dialog.getByRole('textbox').fill(PASSWORD);
      await remove.click();
      await expect(dialog.getByText('That isn’t your current password.')).toBeVisible();
      await expectSound(page);
      await dialog.getByRole('textbox').fill(NEW_PASSWORD);
      await page.route('**/account/delete', (route) => route.abort(), { times: 1 });
      await remove.click();
      await expect(dialog.getByText('Your account may have been deleted already')).toBeVisible();
      await remove.click();
      await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeInViewport();
      const left = await everythingKept(page);
      for (const trace of [candidate.uid, candidate.token, candidate.examId, '9876543210'])
        expect(left).not.toContain(trace);
      await page.goto(`${server.url}/gethired`);
      await page.getByLabel('UID', { exact: true }).fill(candidate.uid);
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Invalid login')).toBeVisible();
      await expect(page.getByText('Please check your UID, mobile number or email')).toBeVisible();
    });
  });
});

test('a registration whose reply was lost is not reported as failed, and pressing again points to the sign-in', async ({
  page,
}) => {
  const examId = await openExam();
  await page.goto(`${server.url}/register`);
  await page.getByLabel('Full name').fill('Lost Answer');
  await page.getByLabel('Email').fill('lost.answer@example.com');
  await page.getByLabel('Mobile').fill('9848055501');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Date of birth').fill('2003-04-05');
  await page.getByLabel('Post applied for').selectOption(examId);
  await page.getByLabel('Address').fill('4-1-22, Station Road');
  await page.getByLabel('City').fill('Warangal');
  await page.getByLabel('State', { exact: true }).selectOption('Telangana');
  await page.route(
    '**/auth/signup',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const register = page.getByRole('button', { name: 'Register' });
  await register.click();
  await expect(page.getByRole('alert')).toContainText('The exam server didn’t respond.');
  await register.click();
  await expect(page.getByRole('alert')).toContainText('Your first attempt may have reached us.');
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('UID', { exact: true }).fill('lost.answer@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/gethired/);
});

test('a person who asks for a one-time password reads at the sign-in where it was sent, and a sign-in leads to the page that needed it', async ({
  page,
}) => {
  const examId = await openExam();
  const { uid } = await site.paidCandidate(examId);
  await page.goto(`${server.url}/forgotpassword`);
  await page.getByLabel('UID', { exact: true }).fill('NOBODY2');
  await page.clock.install();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Password sent via SMS.')).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(page).toHaveURL(/gethired/);
  await expect(page.getByText('If your UID was right, a one-time password is')).toBeVisible();
  await expectSound(page);

  await page.goto(`${server.url}/applynow/${examId}`);
  await expect(page).toHaveURL(/gethired/);
  await expect(page.getByText('If your UID was right')).toHaveCount(0);
  await page.getByLabel('UID', { exact: true }).fill(uid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/applynow/${examId}`);
  // The exam began a minute ago.
  await expect(page.getByRole('term').filter({ hasText: 'Open since' })).toBeVisible();
});

test('a person whose one-time password was used in a sign-in without a reply is told that it may be used up', async ({
  page,
}) => {
  const { user } = await site.registered(await openExam());
  await callApi(server, 'auth/reset-password', { body: { uid: user.uid } });
  const oneTime = await server.passwordFor(user.mobile);
  const path = '**/api/v1/auth/signin';
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID').fill(user.uid);
  await page.getByLabel('Password', { exact: true }).fill(oneTime);
  const press = () => page.getByRole('button', { name: 'Sign in' }).click();
  await press();
  await expect(page.getByText('Please check your network.')).toBeVisible();
  await page.unroute(path);
  await press();
  await expect(page.getByText('Invalid login')).toBeVisible();
  await expect(page.getByText('It works only once: press “Forgot your password?”')).toBeVisible();
});

test('a person who types the older of two one-time passwords is told that only the newest works', async ({
  page,
}) => {
  const { user } = await site.registered(await openExam());
  const ask = () => callApi(server, 'auth/reset-password', { body: { uid: user.uid } });
  await ask();
  const older = await server.passwordFor(user.mobile);
  await ask();
  await page.goto(`${server.url}/gethired`);
  const enter = async (password: string) => {
    await page.getByLabel('UID').fill(user.uid);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Invalid login')).toBeVisible();
  };
  const newest = page.getByText('Only the newest one-time password works');
  await enter('not a password of mine');
  await expect(newest).toBeHidden();
  await enter(`${older.toLowerCase()}.`);
  await expect(newest).toBeVisible();
});

test('a session that ended elsewhere leads to the sign-in, and signing in leads back to the page', async ({
  page,
}) => {
  const { user, token } = await site.registered(await openExam());
  await signIn(page, server.url, user);
  const choose = (by: string, password: string, newPassword: string) =>
    callApi(server, 'auth/change-password', { token: by, body: { password, newPassword } });
  const again = async (password: string) => {
    await expect(page.getByText('You’ve been signed out.')).toBeVisible();
    await expect(page.getByLabel('UID', { exact: true })).toHaveValue(user.uid);
    await expectSound(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  await choose(token, PASSWORD, NEW_PASSWORD);
  await page.goto(`${server.url}/jobs`);
  await again(NEW_PASSWORD);
  await expect(page).toHaveURL(`${server.url}/jobs`);
  await expect(page.getByRole('heading', { name: 'Your application' })).toBeVisible();

  await choose(token, NEW_PASSWORD, PASSWORD);
  await page.goto(`${server.url}/account`);
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await again(PASSWORD);
  await expect(page).toHaveURL(`${server.url}/account`);
  const details = section(page, 'Your details');

  // People can sign in with the email address, so a new one needs the password and must not belong to anyone else.
  const other = await site.registered(user.examID ?? '');
  await details.getByLabel('Email').fill(other.user.email);
  await details.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await details.getByRole('button', { name: 'Save my details' }).click();
  await expect(details.getByText('Another account has this email address.').first()).toBeVisible();
  await details.getByLabel('Email').fill('Deltas.New@Example.com');
  await details.getByRole('button', { name: 'Save my details' }).click();
  await expect(details.getByText('Your details are saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await page.goto(`${server.url}/gethired`);
  await page.getByLabel('UID', { exact: true }).fill('deltas.new@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/jobs`);
});

test('a candidate who was signed out can sign in from a result and from a payment, and comes back there', async ({
  page,
}) => {
  const examId = await openExam();
  const { uid, token, stored } = await site.paidCandidate(examId);
  const signInAgain = async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signedIn(page.context(), server, { stored });
  await callApi(server, 'auth/signout', { token, body: {} });
  await page.goto(`${server.url}/gethired`);
  await expect(page.getByText('We couldn’t check your payment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await signInAgain();
  await expect(page.getByText('Payment Successful!')).toBeVisible();

  const again = await openSession(server, uid, PASSWORD);
  const answers = { uid, examID: examId, answers: [] };
  await callApi(server, 'exams/submit-mcq', { token: again.token, body: answers });
  const done = await openSession(server, uid, PASSWORD);
  await signedIn(page.context(), server, done);
  await callApi(server, 'auth/signout', { token: done.token, body: {} });
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByText('We couldn’t load your result')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await signInAgain();
  await expect(page.getByTestId('total-score')).toBeVisible();
});

test('the receipt of a payment disappears when its reader logs out, even in another tab', async ({
  page,
}) => {
  const { stored, token } = await site.paidCandidate(await openExam());
  await signedIn(page.context(), server, { stored });
  const { fullName, exams } = accountSchema.parse(await callApi(server, 'account', { token }));
  await page.goto(`${server.url}/receipt/${exams[0]?.orderId}`);
  await expect(page.getByRole('heading', { name: 'Tax invoice and receipt' })).toBeVisible();
  await expect(page.getByText(fullName)).toBeVisible();
  const another = await page.context().newPage();
  await openAccount(another);
  await another.getByRole('button', { name: 'Menu' }).click();
  await another.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => another.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect(page.getByText('We couldn’t load the receipt')).toBeVisible();
  await expect(page.getByText(fullName)).toHaveCount(0);
});

test('a result disappears when somebody else signs in in another tab, who sees only their own', async ({
  page,
  context,
}) => {
  const examId = await openExam();
  const sit = async () => {
    const { uid, token } = await site.paidCandidate(examId);
    await callApi(server, 'exams/submit-mcq', {
      token,
      body: { uid, examID: examId, answers: [] },
    });
    const [sat] = ownSittingsSchema.parse(await callApi(server, 'sittings', { token }));
    return {
      uid,
      receipt: sat?.receipt ?? 'none',
      session: await openSession(server, uid, PASSWORD),
    };
  };
  const [asha, ravi] = [await sit(), await sit()];
  await signedIn(context, server, asha.session);
  await page.goto(`${server.url}/examresult`);
  const told = page.getByRole('definition');
  await expect(told.filter({ hasText: asha.receipt })).toBeVisible();
  const another = await context.newPage();
  await another.goto(`${server.url}/practice`);
  await another.evaluate((user) => localStorage.setItem('user', user), ravi.session.stored);
  await expect(page.getByText(ravi.uid)).toBeVisible();
  await expect(told.filter({ hasText: ravi.receipt })).toBeVisible();
  await expect(told.filter({ hasText: asha.receipt })).toHaveCount(0);
});

test('a person with a one-time password who opens a receipt is sent to choose a password, and comes back', async ({
  page,
}) => {
  const { token } = await site.paidCandidate(await openExam());
  const { exams } = accountSchema.parse(await callApi(server, 'account', { token }));
  const { uid, password } = await addProctor(server, await openAdminSession(server), 'Meera');
  await signedIn(page.context(), server, await openSession(server, uid, password));
  await page.goto(`${server.url}/receipt/${exams[0]?.orderId}`);
  await expect(page.getByText('Please choose a new password first.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save new password' }).click();
  // The receipt belongs to somebody else.
  await expect(page.getByText('You don’t have permission to do this.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toHaveCount(0);
});

test('a candidate who pays for two exams in two tabs is told so, and chooses which to take first', async ({
  page,
}) => {
  const sections = [{ type: 'Deltas', count: 2 }];
  const startDate = new Date(Date.now() + 20 * 3_600_000);
  const [morning, evening] = [
    await site.createExam({ name: 'Deltas in the morning', startDate, minutes: 20, sections }),
    await site.createExam({ name: 'Deltas in the evening', startDate, minutes: 20, sections }),
  ];
  const { user, token } = await site.registered(morning);
  const payPage = async (exam: string) => {
    const body = { exam_id: exam, customer_id: user.uid };
    const started = await callApi(server, 'payment/hdfc', { token, body });
    return paymentStartedSchema.parse(started).payment_url;
  };
  const first = await payPage(morning);
  const second = await payPage(evening);
  await signedIn(page.context(), server, await openSession(server, user.uid, PASSWORD));
  await page.goto(`${server.url}/account`);
  // As Pay Now leaves it.
  await page.evaluate((eid) => localStorage.setItem('eid', eid), evening);
  for (const address of [first, second]) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  }
  await expect(page.getByText('You have now paid for two exams')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Choose in My account' }).click();
  const other = page.getByRole('listitem').filter({ hasText: 'Deltas in the evening' });
  const go = page.getByRole('button', { name: 'Go to this exam' });
  await expect(go).toHaveCount(1);
  await expectSound(page);
  await other.getByRole('button', { name: 'Go to this exam' }).click();
  // The list has that heading, too. Leaving it before the server has recorded the choice would cancel the choice.
  await expect(page).toHaveURL(/\/exam$/);
  await expect(page.getByRole('heading', { name: 'Deltas in the evening' })).toBeVisible();
  // The line about the stored paper is above the list, so it must not push the list down when it appears.
  const placesOfList = await watchList(page);
  await page.goto(`${server.url}/account`);
  await expect(go).toHaveCount(1);
  await expect(page.getByText('Downloaded and locked')).toBeVisible();
  expect(await placesOfList()).toMatch(/^\d+(\.\d+)?$/);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Deltas in the morning' })
    .getByRole('button', { name: 'Go to this exam' })
    .click();
  await expect(page).toHaveURL(/\/exam$/);
  await expect(page.getByRole('heading', { name: 'Deltas in the morning' })).toBeVisible();
});

/** Records, on each page opened from now on, the list's distance from the top in every frame. @returns what was recorded */
async function watchList(page: Page) {
  await page.addInitScript(() => {
    const tops = new Set<number>();
    const look = () => {
      const list = document.querySelector('main li')?.parentElement;
      if (list) tops.add(list.getBoundingClientRect().top + scrollY);
      document.documentElement.dataset.tops = [...tops].join();
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.locator('html').getAttribute('data-tops');
}

/** Registers a candidate who paid for an exam that is open, `day`, and then for one that opens tonight. */
async function paidForTwo() {
  const day = await openExam();
  const night = await site.createExam({
    ...{ name: 'Deltas by night', minutes: 20 },
    startDate: new Date(Date.now() + 20 * 3_600_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  const { user, token } = await site.registered(day);
  const pages: string[] = [];
  for (const exam_id of [day, night]) {
    const body = { exam_id, customer_id: user.uid };
    const started = await callApi(server, 'payment/hdfc', { token, body });
    pages.push(paymentStartedSchema.parse(started).payment_url);
  }
  for (const address of pages)
    await fetch(address, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) });
  return { day, user, token };
}

test('[rule 15] a candidate whose exam is under way reads until when it runs, with extra time, and why the other exam waits', async ({
  page,
}) => {
  const { day, user, token } = await paidForTwo();
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/account`);
  const other = page.getByRole('listitem').filter({ hasText: 'Deltas by night' });
  const go = page.getByRole('button', { name: 'Go to this exam' });
  await expect(go).toHaveCount(1);
  const underWay = section(page, 'Your exam is under way');
  await expect(underWay).toHaveCount(0);

  // On another phone, of which this one knows nothing.
  const open = { protocol: PROTOCOL, deviceId: 'another-phone' };
  await callApi(server, `exams/${day}/sitting`, { token, body: open });
  await go.click();
  await expect(other).toContainText('You’ve started Account exam. Submit it first');
  await expectSound(page);

  const { token: admin } = await openAdminSession(server);
  const board = await callApi(server, `proctor/board?exam=${day}`, { token: admin });
  const row = boardSchema.parse(board).rows.find(({ uid }) => uid === user.uid)?.id;
  const act = {
    ...{ id: `extra${user.uid}`.padEnd(20, '0'), examId: day, doneAt: new Date().toISOString() },
    ...{ kind: 'extra-time', to: { row }, minutes: 30, reason: 'Noise' },
  };
  await callApi(server, 'proctor/acts', {
    token: admin,
    body: { deviceId: 'desk-1', acts: [act] },
  });
  await page.reload();
  const { exams } = accountSchema.parse(await callApi(server, 'account', { token }));
  const endsAt = exams.find(({ examId }) => examId === day)?.time?.endsAt ?? '';
  expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(20 * 60_000);
  await expect(underWay).toContainText(`You have until ${formatDateTime(endsAt)}.`);
  await expect(section(page, 'Your exams')).toContainText('Under way');
  await expect(other).toContainText('You’ve started Account exam. Submit it first');
  await expect(go).toHaveCount(0);
  await expectSound(page);
  await underWay.getByRole('link', { name: 'Go to the exam' }).click();
  await page.getByRole('button', { name: 'Start exam' }).click();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(timer(page)).toBeVisible();
});

test('a candidate who submits the first of two paid exams finds the other one on top of My account', async ({
  page,
}) => {
  const { day, user, token } = await paidForTwo();
  const answers = { uid: user.uid, examID: day, answers: [] };
  await callApi(server, 'exams/submit-mcq', { token, body: answers });
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByText('all your exams, and the next one to take')).toBeVisible();
  await expectSound(page);
  await page.getByRole('main').getByRole('link', { name: 'My account' }).click();
  const next = section(page, 'Your next exam');
  await expect(next).toContainText(/Deltas by night\s*Opens on /);
  await expectSound(page);
  await next.getByRole('button', { name: 'Go to this exam' }).click();
  await expect(page.getByRole('heading', { name: 'Deltas by night' })).toBeVisible();
});

test('My account does not offer an exam that is over for everyone, or one in place of which another was paid for', async ({
  page,
}) => {
  const missed = await site.createExam({
    ...{ name: 'Deltas together', minutes: 20, start: 'together' },
    startDate: new Date(Date.now() - 10 * 60_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  const unpaid = await openExam();
  const { user, token } = await site.registered(unpaid);
  const body = { exam_id: missed, customer_id: user.uid };
  const started = await callApi(server, 'payment/hdfc', { token, body });
  const { payment_url } = paymentStartedSchema.parse(started);
  await fetch(payment_url, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) });
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/account`);
  const exams = section(page, 'Your exams');
  await expect(exams).toContainText('It has started for everyone. You have until');
  await expect(exams).toContainText('you can’t pay for this one now');
  await expect(exams.getByRole('link', { name: 'Pay the exam fee' })).toHaveCount(0);
  await expect(section(page, 'Your next exam')).toBeVisible();
  await site.changeExam(missed, { startDate: new Date(Date.now() - 60 * 60_000) });
  await page.reload();
  await expect(exams).toContainText('It ended for everyone on');
  await expect(page.getByRole('link', { name: 'Go to the exam' })).toHaveCount(0);
  await expectSound(page);
});

test('a candidate with another exam to take still sees the result of the first, from My account', async ({
  page,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  const { uid, token, examId } = candidate;
  await callApi(server, 'exams/submit-mcq', { token, body: { uid, examID: examId, answers: [] } });
  const next = await site.createExam({
    ...{ name: 'Deltas once more', minutes: 20, price: 0 },
    startDate: new Date(Date.now() + 20 * 3_600_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  const admin = await openAdminSession(server);
  await callApi(server, 'exams/allow-another', {
    token: admin.token,
    body: { uid, examID: next },
  });
  await callApi(server, 'payment/hdfc', { token, body: { exam_id: next, customer_id: uid } });
  await signedIn(page.context(), server, await openSession(server, uid, PASSWORD));
  await page.goto(`${server.url}/account`);
  const results = section(page, 'Your exams').getByRole('link', { name: 'See your result' });
  await expect(results).toHaveCount(1);
  await results.click();
  await expect(page).toHaveURL(`${server.url}/examresult?exam=${examId}`);
  await expect(page.getByTestId('total-score')).toHaveText('0');
  await expect(page.getByRole('definition').first()).toHaveText('Account exam');
  await expect(page.getByRole('link', { name: 'find your rank' })).toHaveAttribute(
    'href',
    `/results/rank/${examId}`,
  );
  await expectSound(page);
  const issuer = page.getByRole('main').getByText('Nipuna Talent, ');
  await expect(issuer).toBeHidden();
  await page.emulateMedia({ media: 'print' }); // A printed result names who issued it, and has no links.
  await expect(issuer).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await page.reload();
  await expect(page.getByTestId('total-score')).toHaveText('0');

  const others = await site.createExam({
    ...{ name: 'Deltas of others', minutes: 20 },
    startDate: new Date(Date.now() - 60_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  await page.goto(`${server.url}/examresult?exam=${others}`);
  await expect(page.getByText('There’s no result here yet')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'My account' }).last().click();
  await expect(results).toHaveCount(1);

  // The current exam has no result yet, so the page still says that.
  const told = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await page.goto(`${server.url}/examresult`);
  expect(await told).toBe('User not logged in or exam not completed.');
});

test('[AT19] the result page of a reopened exam says that the timer is running, and leads to the exam', async ({
  page,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  const { uid, examId } = candidate;
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await submit(page);
  await receipt(page);
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByTestId('total-score')).toHaveText('0');
  const { token } = await openAdminSession(server);
  const { rows } = boardSchema.parse(
    await callApi(server, `proctor/board?exam=${examId}`, { token }),
  );
  const act = { id: `reopens${uid}`.padEnd(20, '0'), examId, doneAt: new Date().toISOString() };
  const to = { row: rows.find((row) => row.uid === uid)?.id };
  const reopen = { ...act, kind: 'reopen', to, minutes: 15, reason: 'Pressed it' };
  await callApi(server, 'proctor/acts', { token, body: { deviceId: 'desk-1', acts: [reopen] } });
  await page.reload();
  await expect(page.getByText('your proctor has reopened it. The timer is running.')).toBeVisible();
  await expect(page.getByText('No result found')).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('main').getByRole('link', { name: 'Go to your exam' }).click();
  await expect(timer(page)).toBeVisible();
});

test('a payment that the bank hasn’t decided can be checked at once, also from the openings and from My account', async ({
  page,
}) => {
  const examId = await openExam();
  const { user } = await site.registered(examId);
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/jobs`);
  const check = page.getByRole('link', { name: 'Check your payment' });
  await expect(page.getByRole('heading', { name: 'Your application' })).toBeVisible();
  await expect(check).toHaveCount(0);
  await page.goto(`${server.url}/account`);
  await section(page, 'Your exams').getByRole('link', { name: 'Pay the exam fee' }).click();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByText('Simulate trouble').click();
  await page.getByLabel('Stays pending for a while').check();
  await page.getByLabel('times that the merchant asks').fill('99');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Check again' });
  await expect(again).toBeVisible();
  await page.goto(`${server.url}/jobs`);
  await check.click();
  await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
  const orderId = new URL(page.url()).searchParams.get('order_id');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();

  // To a visitor who is not signed in, a failed order says whom to call.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.url}/paymentresponse?status=failed&order_id=${orderId}`);
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await expect(page.getByText(/call us on .+ and tell us the order ID/)).toBeVisible();
});

/** Registers a candidate who has pressed Pay on the bank's page and has not come back from it. */
async function paidAtBank(trouble: Record<string, string>) {
  const examId = await openExam();
  const { user, token } = await site.registered(examId);
  const body = { exam_id: examId, customer_id: user.uid };
  const { payment_url } = paymentStartedSchema.parse(
    await callApi(server, 'payment/hdfc', { token, body }),
  );
  const form = new URLSearchParams({ act: 'pay', ...trouble });
  await fetch(payment_url, { method: 'POST', redirect: 'manual', body: form });
  return { examId, user };
}

test('a candidate on another phone is told that we’re waiting for the bank, wherever they could pay', async ({
  page,
}) => {
  const { examId, user } = await paidAtBank({ trouble: 'pending', answers: '99' });

  await signIn(page, server.url, user);
  const waiting = page.getByText('We’re waiting for your bank');
  const check = page.getByRole('link', { name: 'Check your payment' });
  const pay = page.getByRole('link', { name: 'Pay the exam fee' });
  const goBack = page.getByRole('link', { name: 'Go back to the payment' });
  const payNow = page.getByRole('button', { name: 'Pay Now' });
  for (const path of [`/applynow/${examId}`, '/jobs', '/account']) {
    await page.goto(server.url + path);
    await expect(waiting).toBeVisible();
    await expect(check).toHaveCount(1);
    await expect(pay).toHaveCount(0);
    // A candidate who left the bank’s page unpaid is still one press from paying, as without an order.
    await expect(payNow.or(goBack)).toHaveCount(1);
    await expectSound(page);
  }
  await goBack.click();
  await expect(payNow).toBeVisible();
  await check.click();
  await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
});

test('a long name in a script with long words does not make the payment page wider than the phone', async ({
  page,
}) => {
  const examId = await openExam();
  const fullName = 'கிருஷ்ணமூர்த்தி வெங்கடசுப்பிரமணியன்';
  const { user } = await site.registered(examId, fullName);
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/applynow/${examId}`);
  await expect(page.getByRole('definition').filter({ hasText: fullName })).toBeVisible();
  await expectSound(page);
});

test('a waiting payment is named on another exam’s page, and leads back only to its own exam’s payment', async ({
  page,
}) => {
  const { examId, user } = await paidAtBank({ trouble: 'pending', answers: '99' });
  const other = await site.createExam({
    ...{ name: 'Deltas besides', minutes: 20 },
    startDate: new Date(Date.now() - 60_000),
    sections: [{ type: 'Deltas', count: 2 }],
  });
  await signIn(page, server.url, user);
  const named = page.getByText('You began to pay for Account exam.');
  await page.goto(`${server.url}/applynow/${other}`);
  await expect(named).toBeVisible();
  await expectSound(page);
  await page.evaluate((eid) => localStorage.setItem('eid', eid), other);
  await page.getByRole('link', { name: 'Check your payment' }).click();
  await expect(page.getByRole('link', { name: 'Go back to the payment' })).toHaveAttribute(
    'href',
    `/applynow/${examId}`,
  );

  const waiting = page.getByText('We’re waiting for your bank');
  await page.goto(`${server.url}/jobs`);
  await expect(waiting).toBeVisible();
  await expect(named).toHaveCount(0);
  await expect(page.getByText('fee not paid yet')).toHaveCount(0);

  await site.changeExam(examId, { status: 'Inactive' });
  await page.reload();
  await expect(waiting).toHaveCount(1);
  await expect(named).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go back to the payment' })).toHaveCount(0);
  await expectSound(page);
});

test('a seat that the bank confirms while My account opens appears there, and never as a seat in another exam', async ({
  page,
}) => {
  const { user } = await paidAtBank({ trouble: 'lost-webhook' });

  await signIn(page, server.url, user);
  const told = page.waitForResponse('**/api/v1/account');
  let answers = 0;
  let answerAgain = () => {};
  const mayAnswerAgain = new Promise<void>((resolve) => {
    answerAgain = resolve;
  });
  await page.route('**/api/v1/account', async (route) => {
    answers += 1;
    if (answers > 1) await mayAnswerAgain;
    await route.continue();
  });
  await page.route('**/exams/updateuser', async (route) => {
    await told;
    await route.continue();
  });
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole('heading', { name: 'Your next exam' })).toBeVisible();
  const exams = section(page, 'Your exams');
  await expect(exams).toContainText('Registered');
  await expect(exams).not.toContainText('another exam');
  answerAgain();
  await expect(exams).toContainText('Fees Paid');
  await expect(exams.getByRole('link', { name: 'Receipt of the fee' })).toBeVisible();
});

test('a candidate who left the bank’s page unpaid finds the way back to it, and after paying elsewhere reads that the seat is booked', async ({
  page,
}) => {
  const examId = await openExam();
  const { user, token } = await site.registered(examId);
  await signIn(page, server.url, user);
  await page.goto(`${server.url}/applynow/${examId}`);
  const payNow = page.getByRole('button', { name: 'Pay Now' });
  await payNow.click();
  const bank = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(bank).toBeVisible();
  const bankPage = page.url();
  await page.goto(`${server.url}/applynow/${examId}`);
  await page.getByRole('link', { name: 'Check your payment' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Go back to the payment' }).click();
  await payNow.click();
  await expect(bank).toBeVisible();
  // It is the same order, so it can't be paid twice.
  expect(page.url()).toBe(bankPage);

  // The page's own question must be answered before the payment is made.
  const asked = page.waitForResponse(/updateuser$/);
  await page.goto(`${server.url}/applynow/${examId}`);
  await asked;
  await fetch(bankPage, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) });
  await callApi(server, 'exams/updateuser', { token, body: { uid: user.uid, eid: examId } });
  await payNow.click();
  await expect(page.getByText('You’ve paid for this exam. Your seat is booked.')).toBeVisible();
  await expect(page.getByText('You haven’t been charged.')).toHaveCount(0);
});

test('a person who asks too often for a one-time password is told that the newest one still works', async ({
  page,
}) => {
  await page.goto(`${server.url}/forgotpassword`);
  const json = { uid: 'NOBODY9' };
  for (let n = 0; n < 3; n += 1) await callApi(server, 'auth/reset-password', { body: json });
  await page.getByLabel('UID', { exact: true }).fill(json.uid);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('alert')).toContainText(
    /Please wait 1[45] minutes and try again\. .*the newest one-time password still works/,
  );
});

test('a person who asks for SuperAdmin’s password is told what to do on the server, and no text is sent', async ({
  page,
}) => {
  await page.goto(`${server.url}/forgotpassword`);
  await page.getByLabel('UID', { exact: true }).fill(' superadmin');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('run npm run admin:reset')).toBeVisible();
  await expect(page.getByText('Password sent via SMS.')).toHaveCount(0);
});

test('a forgotten UID is sent to the mobile number, without revealing whether anyone has that number', async ({
  page,
}) => {
  await page.goto(`${server.url}/forgotpassword`);
  await page.getByRole('button', { name: 'Forgot your UID?' }).click();
  await page.getByLabel('Mobile').fill('99999 99999');
  await page.getByRole('button', { name: 'Send my UID' }).click();
  await expect(page.getByText('If this number is registered, an SMS is on its way')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('Try again, pressed by keyboard, keeps the focus in the content instead of at the top of the page', async ({
  page,
}) => {
  const examId = await openExam();
  const { user, token } = await site.registered(examId);
  await signedIn(page.context(), server, { stored: JSON.stringify({ ...user, token }) });
  const screens = [
    { path: '/account', asks: '**/api/v1/account', heading: 'My account' },
    { path: '/jobs', asks: '**/api/v1/exams', heading: /^Hello/ },
    { path: `/applynow/${examId}`, asks: `**/api/v1/exams/${examId}`, heading: 'Account exam' },
  ];
  const focused = () => page.evaluate(() => document.activeElement?.closest('main')?.id ?? null);
  for (const { path, asks, heading } of screens) {
    await page.route(asks, (route) => route.abort());
    await page.goto(server.url + path);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await again.press('Enter');
    await expect.poll(focused, path).toBe('content');
    await expect(again).toBeVisible();
    await page.unroute(asks);
    await again.focus();
    await again.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(again).toHaveCount(0);
    expect(await focused(), path).toBe('content');
  }
});
