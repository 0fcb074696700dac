/** Who may take an exam and where, and who may leave: refusals, two tabs, two phones, and sign-out. */
import { expect, type Page } from '@playwright/test';
import { pushRequestSchema } from '#contract/wire/sync.ts';
import { tornWire } from '#tests/torture/torn-wire.ts';
import { callApi } from './support/admin-session.ts';
import { everythingKept } from './support/everything-kept.ts';
import { type NewExam, PASSWORD, type PaidCandidate } from './support/exam-site.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import {
  answer,
  expectKeptOffline,
  expectSound,
  move,
  next,
  option,
  questionOnScreen,
  receipt,
  signIn,
  startExam,
  status,
  submit,
  timer,
} from './support/sitting-page.ts';
import { server, shareSite, site, test } from './support/test.ts';

const questions = [...makeQuestions('Birds', 3), ...makeQuestions('Trees', 3)];
const sections = [
  { type: 'Birds', count: 3 },
  { type: 'Trees', count: 3 },
];

shareSite(questions);

const openExam = (more: Partial<NewExam> = {}) =>
  site.createExam({
    name: 'Doors',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections,
    ...more,
  });

/** The text of the next alert, which is closed. */
function nextAlert(page: Page): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      await dialog.accept();
      resolve(dialog.message());
    });
  });
}

/** A candidate whose exam has begun on this page, and a map for their choices, still empty. */
async function begin(page: Page) {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  return { candidate, choices: new Map<string, string>() };
}

/** Submits on this page, and expects exactly these choices to be scored. */
async function submitScored(
  page: Page,
  candidate: PaidCandidate,
  choices: ReadonlyMap<string, string>,
): Promise<void> {
  await submit(page);
  await receipt(page);
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
}

test('a visitor who isn’t signed in gets an alert and goes to the start page', async ({ page }) => {
  const alert = nextAlert(page);
  await page.goto(`${server.url}/exam`);
  expect(await alert).toBe('User not logged in or not eligible. Please login to continue.');
  await expect(page).toHaveURL(`${server.url}/`);
});

test('an Inactive exam tells its candidate so', async ({ page }) => {
  const examId = await openExam();
  const candidate = await site.paidCandidate(examId);
  await site.changeExam(examId, { status: 'Inactive' });
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expect(page.getByText('This exam is Inactive. Contact Admin.')).toBeVisible();
  await expectSound(page);
});

test('an exam without questions tells its candidate so, and their time begins once the office has added some [AT1]', async ({
  page,
}) => {
  const examId = await openExam({ sections: [] });
  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await expect(page.getByRole('heading', { name: 'The questions aren’t ready yet' })).toBeVisible();
  await expect(page.getByText('Your time hasn’t started.')).toBeVisible();
  await expectSound(page);
  expect(await site.resultOf(candidate)).toBeNull();
  await site.changeExam(examId, { sections });
  // The page would also ask by itself, every twenty seconds.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(timer(page)).toHaveText(/^(20:00|19:)/);
  const choices = new Map<string, string>();
  await answer(page, questions, 0, choices);
  await submitScored(page, candidate, choices);
});

test('rule 6: Back asks before it leaves an exam under way, even after a reload, and a candidate who left finds their answers again', async ({
  page,
  context,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  const start = page.getByRole('button', { name: 'Start exam' });
  await start.waitFor();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline. This phone needs')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  await start.click();
  await expect(timer(page)).toBeVisible();

  const asked = page.getByRole('dialog', { name: 'Leave the exam?' });
  const stay = asked.getByRole('button', { name: 'Stay here' });
  await page.goBack();
  await expect(asked).toBeVisible();
  await expectSound(page);
  await stay.click();
  const choices = new Map<string, string>();
  await answer(page, questions, 1, choices);
  await page.goBack();
  await stay.click();
  await expect(asked).toHaveCount(0);
  // However the question was closed, the next Back asks again.
  for (const _ of ['first', 'second']) {
    await page.goBack();
    await expect(asked).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
  }
  await page.reload();
  await expect(timer(page)).toBeVisible();
  await page.goBack();
  await asked.getByRole('link', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await page.getByRole('link', { name: 'My exam' }).click();
  await expect(timer(page)).toBeVisible();
  await submitScored(page, candidate, choices);
  await expect(asked).toHaveCount(0);
});

test('after the receipt, one press of Back leads to the page before the exam', async ({ page }) => {
  await page.goto(`${server.url}/practice`);
  const { choices } = await begin(page);
  await answer(page, questions, 1, choices);
  await submit(page);
  await receipt(page);
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/practice`);
});

test('rule 3: until a submission is received, Back asks before it leaves, and the result’s page leads to the exam', async ({
  page,
  context,
}) => {
  const { candidate, choices } = await begin(page);
  await answer(page, questions, 1, choices);
  await context.setOffline(true);
  await submit(page);
  const submitted = page.getByRole('heading', { name: 'Submitted on this phone' });
  await expect(submitted).toBeVisible();
  const asked = page.getByRole('dialog', { name: 'Leave before we’ve received everything?' });
  await page.goBack();
  await expect(asked).toBeVisible();
  await expectSound(page);
  await asked.getByRole('button', { name: 'Stay here' }).click();
  await page.goBack();
  await expect(asked).toBeVisible();

  // A network that delivers pages but accepts no answers.
  const sending = /\/api\/v1\/(?:sync\/push|exams\/submit-mcq)$/;
  await page.route(sending, (route) => route.abort());
  await context.setOffline(false);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    return dialog.accept();
  });
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByText('We haven’t received your exam yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'See the result so far' })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole('link', { name: 'Go to your exam' }).click();
  await expect(submitted).toBeVisible();

  // The result’s page sends the submission, as every page does, and shows the result once it is received.
  await page.goto(`${server.url}/examresult`);
  await expect(page.getByText('We haven’t received your exam yet')).toBeVisible();
  await page.unroute(sending);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByTestId('total-score')).toBeVisible();
  expect(await site.resultOf(candidate)).toEqual(scoreByHand(questions, choices));
  expect(alerts).toEqual([]);
});

test('a submitted exam can’t be opened again', async ({ page }) => {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await submit(page);
  await receipt(page);
  // The pressed button is gone, so the focus moves to the heading; a screen reader need not start over.
  await expect(page.getByRole('heading', { name: 'Received', exact: true })).toBeFocused();
  const alert = nextAlert(page);
  await page.goto(`${server.url}/exam`);
  expect(await alert).toBe('You have already submitted this exam.');
  await expect(page).toHaveURL(/examresult/);
  await expect(page.getByTestId('total-score')).toHaveText('0');
});

test('a receipt can be seen again without a network, on the exam’s page and on the result’s [decision 31]', async ({
  page,
  context,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/exam`);
  await expectKeptOffline(page);
  await startExam(page, server.url);
  await submit(page);
  const code = await receipt(page);
  await context.setOffline(true);
  const told = nextAlert(page);
  await page.reload();
  expect(await told).toBe('You have already submitted this exam.');
  expect(await receipt(page)).toBe(code);
  await expectSound(page);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'See your result' }).click();
  await expect(page.getByTestId('total-score')).toHaveText('0');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('We couldn’t load your result')).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
  await expectSound(page);
});

test('a shared phone holds no paper after the receipt, and nothing about the candidate after sign-out', async ({
  page,
}) => {
  const { candidate, choices } = await begin(page);
  const { text } = await answer(page, questions, 0, choices);
  await submit(page);
  const code = await receipt(page);
  const received = await everythingKept(page);
  expect(received).not.toContain(text);
  expect(received).toContain(code);
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  // This ends the sign-out.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  const left = await everythingKept(page);
  for (const trace of [text, code, candidate.uid, candidate.examId, candidate.token])
    expect(left).not.toContain(trace);
});

test('clear, mark and the palette show the five states', async ({ page }) => {
  const { choices } = await begin(page);
  const inPalette = (n: number, state: string) =>
    page.getByRole('button', { name: `Question ${n}, ${state}`, exact: true });
  await expect(inPalette(1, 'not answered')).toBeVisible();
  await expect(inPalette(2, 'not visited')).toBeVisible();
  await answer(page, questions, 0, choices);
  await expect(inPalette(1, 'answered')).toBeVisible();
  await move(page, 'Mark for review & next');
  await expect(inPalette(1, 'answered and marked')).toBeVisible();
  await move(page, 'Mark for review & next');
  await expect(inPalette(2, 'marked')).toBeVisible();
  await move(page, 'Previous');
  await move(page, 'Previous');
  await page.getByRole('button', { name: 'Clear response' }).click();
  await expect(inPalette(1, 'marked')).toBeVisible();
  await next(page);
  await expect(inPalette(1, 'not answered')).toBeVisible();
  await page.getByRole('button', { name: 'Submit exam' }).click();
  await expectSound(page);
});

test('the keyboard is enough: letters and digits choose, arrows move', async ({ page }) => {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  const first = await questionOnScreen(page, questions);
  await page.keyboard.press('b');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('4');
  await expect(page.getByRole('radio').nth(3)).toBeChecked();
  const shown = async () => (await questionOnScreen(page, questions)).text;
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).not.toBe(first.text);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(shown).toBe(first.text);
  await expect(page.getByRole('radio').nth(3)).toBeChecked();
});

test('rule 5: a check for a new version that hangs in a dead network does not delay a phone that has the exam', async ({
  page,
}) => {
  const wire = await tornWire(() => server.port);
  const url = `http://127.0.0.1:${wire.port}`;
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, url, candidate);
  await page.goto(`${url}/exam`);
  await expectKeptOffline(page);
  wire.set('silence');
  await page.evaluate(async () => {
    void (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect.poll(() => wire.met.get('silence') ?? 0).toBeGreaterThan(0);
  wire.set(null);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start exam' })).toBeVisible();
  await expect(page.getByText('Not ready to work without a network yet')).toHaveCount(0);
  await wire.close();
});

test('rule 4: only one of two tabs writes, and the other goes on when that one closes', async ({
  page,
  context,
}) => {
  const { candidate, choices } = await begin(page);
  const { text, options } = await answer(page, questions, 2, choices);

  const second = await context.newPage();
  await second.goto(`${server.url}/exam`);
  await expect(second.getByText('Your exam is open in another tab', { exact: true })).toBeVisible();
  expect((await questionOnScreen(second, questions)).text).toBe(text);
  await expect(option(second, options[2])).toBeChecked();
  await expect(option(second, options[0])).toBeDisabled();
  await expectSound(second);

  await page.close();
  await expect(second.getByText('Your exam is open in another tab', { exact: true })).toHaveCount(
    0,
  );
  await answer(second, questions, 0, choices);
  await submitScored(second, candidate, choices);
});

test('rule 10, [AT13]: another phone asks first, goes on with the same answers and shows what the first phone sends late', async ({
  page,
  browser,
}) => {
  const { candidate, choices } = await begin(page);
  const { text, options } = await answer(page, questions, 1, choices);
  await expect(status(page)).toHaveText('Received by the exam server');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, server.url, candidate);
  await other.goto(`${server.url}/exam`);
  await other.getByRole('button', { name: 'Start exam' }).click();
  await expect(other.getByText('This exam is open on another phone. Continue here?')).toBeVisible();
  await expectSound(other);
  await other.getByRole('button', { name: 'Continue here' }).click();
  expect((await questionOnScreen(other, questions)).text).toBe(text);
  await expect(option(other, options[1])).toBeChecked();
  await next(other);
  await answer(other, questions, 3, choices);
  await expect(status(other)).toHaveText('Received by the exam server');

  // The first phone learns of the other one with its next act. The act counts, because the other phone did nothing at this
  // question, and the other phone shows it.
  await option(page, options[0]).click();
  await expect(page.getByText('You’re taking this exam on another phone')).toBeVisible();
  choices.set(text, options[0]);
  await other.getByRole('button', { name: 'Submit exam' }).click();
  await other.getByRole('button', { name: 'Go back' }).click();
  await other.getByRole('button', { name: 'Previous' }).click();
  await expect(other.getByText('Answered on your other phone')).toBeVisible();
  await expect(option(other, options[0])).toBeChecked();

  // The first phone asks once each time it comes to the front, so that it learns how the exam ended.
  const comesToFront = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const pushes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sync/push')) pushes.push(request.url());
  });
  const answered = page.waitForResponse(/\/sync\/push$/);
  await comesToFront();
  await answered;
  await expect(page.getByRole('button', { name: 'Continue here' })).toBeVisible();
  await expect(page.getByText('Everything from this phone has been received.')).toBeVisible();
  await expectSound(page);
  // A connected phone that nobody touches is told once the other one has submitted [AT7].
  await submitScored(other, candidate, choices);
  await other.context().close();
  await expect(page.getByRole('heading', { name: 'Submitted on your other phone' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue here' })).toHaveCount(0);
  // The browser's Background Sync may have called once more [SY7]; a phone that kept asking would have sent far more requests.
  expect(pushes.length).toBeLessThan(5);
  await expectSound(page);
  await page.getByRole('link', { name: 'See your result' }).click();
  await expect(page.getByTestId('total-score')).toBeVisible();
  const told = nextAlert(page);
  await page.goto(`${server.url}/exam`);
  expect(await told).toBe('You have already submitted this exam.');
});

test('[AT7]: a phone that was cut off while another one submitted shows what it still has, sends it, and leads to the result', async ({
  page,
  context,
  browser,
}) => {
  const { candidate, choices } = await begin(page);
  await answer(page, questions, 1, choices);
  await expect(status(page)).toHaveText('Received by the exam server');
  await expectKeptOffline(page);
  await context.setOffline(true);
  const late = new Map(choices);
  await answer(page, questions, 3, late);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, server.url, candidate);
  await other.goto(`${server.url}/exam`);
  await other.getByRole('button', { name: 'Start exam' }).click();
  await other.getByRole('button', { name: 'Continue here' }).click();
  await submitScored(other, candidate, choices);
  await other.context().close();

  // The phone's events don't arrive yet, but the server's reply does.
  await page.route('**/sync/push', (route) => {
    const push = pushRequestSchema.parse(route.request().postDataJSON());
    return route.continue({ postData: JSON.stringify({ ...push, events: [] }) });
  });
  await context.setOffline(false);
  await page.reload();
  const ended = page.getByRole('heading', { name: 'Submitted on your other phone' });
  await expect(ended).toBeVisible();
  await expect(page.getByText(/Your work on this phone|your work from this phone/)).toBeVisible();
  await expect(status(page)).toHaveText(/Saved on this phone · \d waiting/);
  await expectSound(page);
  await page.unroute('**/sync/push');
  await expect(status(page)).toHaveText('Received by the exam server');
  await expect(page.getByText('Everything from this phone has been received.')).toBeVisible();
  await page.getByRole('link', { name: 'See your result' }).click();
  await expect(page.getByTestId('total-score')).toBeVisible();
});

test('rule 6: when the battery dies before localStorage is written, the phone still opens the exam without a network', async ({
  page,
  context,
}) => {
  const { candidate, choices } = await begin(page);
  await expectKeptOffline(page);
  const { text, options } = await answer(page, questions, 2, choices);
  await context.setOffline(true);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  expect((await questionOnScreen(page, questions)).text).toBe(text);
  await expect(option(page, options[2])).toBeChecked();
  await context.setOffline(false);
  await submitScored(page, candidate, choices);
});

test('a session that ended during the exam is reported, and a new sign-in over the exam returns to the same question', async ({
  page,
}) => {
  const { candidate, choices } = await begin(page);
  await answer(page, questions, 0, choices);
  await next(page);
  await expect(status(page)).toHaveText('Received by the exam server');
  const newPassword = 'another long sentence';
  await callApi(server, 'auth/change-password', {
    token: candidate.token,
    body: { password: PASSWORD, newPassword },
  });

  const { text } = await answer(page, questions, 1, choices);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('UID', { exact: true })).toHaveValue(candidate.uid);
  await expect(page.getByText('Signed out. Sign in to send')).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(status(page)).toHaveText('Received by the exam server');
  expect((await questionOnScreen(page, questions)).text).toBe(text);
  await submitScored(page, candidate, choices);
});

test('sign-out is refused, with the reason, while answers wait on the phone', async ({
  page,
  context,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  const choices = new Map<string, string>();
  await signIn(page, server.url, candidate);
  await page.goto(`${server.url}/gethired`);
  await expectKeptOffline(page);
  await page.goto(`${server.url}/`); // a page that was shown is stored
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await startExam(page, server.url);
  await expectKeptOffline(page);
  await expect(status(page)).toHaveText('Received by the exam server');
  await context.setOffline(true);
  await answer(page, questions, 0, choices);
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(
    page.getByText(/1 answer on this phone has not reached the exam server/),
  ).toBeVisible();
  await expectSound(page);
  expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();

  await page.getByRole('link', { name: 'Go to the exam' }).click();
  await expect(timer(page)).toBeVisible();
  await context.setOffline(false);
  await expect(status(page)).toHaveText('Received by the exam server', { timeout: 45_000 });
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('an app that is too old for the server stops sending, keeps its answers and can save them to a file [SY8]', async ({
  page,
}) => {
  const candidate = await site.paidCandidate(await openExam());
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  const error = 'This version of the app is too old for the exam server.';
  await page.route('**/sync/push', (route) =>
    route.fulfill({
      status: 409,
      json: { error, code: 'app-too-old', retry: 'never', requestId: 'r' },
    }),
  );
  await page.getByRole('radio').first().check();
  await expect(page.getByText(error)).toBeVisible();
  await expect(status(page).filter({ hasText: 'Saved on this phone' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save answers to a file' }).click();
  expect((await download).suggestedFilename()).toEqual(expect.stringMatching(/^answers-.+\.json$/));
});
