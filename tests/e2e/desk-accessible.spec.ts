/**
 * Every screen of the administrator's desk, with something on it: axe finds nothing in either theme, on a
 * wide screen and on a phone; nothing is wider than the phone; each says which page it is; none opens for
 * anyone else. The list of screens is the app's own, so a new one is looked at without being named here.
 */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, devices, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { questionSchema } from '#contract/questions.ts';
import { pages } from '#web/app/pages.ts';
import { paths } from '#web/lib/paths.ts';
import {
  addProctor,
  callApi,
  openAdminSession,
  openSession,
  type Session,
  signedIn,
} from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { makeQuestions } from './support/question-file.ts';
import { type RunningServer, runServer } from './support/running-server.ts';
import { sitExam } from './support/sit-exam.ts';

const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: { width: 1440, height: 900 } });

const LONG =
  'Combined Graduate Level Assessment for Assistant Engineers (Electrical and Instrumentation), Southern Zone, second attempt';
const questions = makeQuestions('Mountain ranges of the Deccan', 3);

let server: RunningServer;
let admin: Session;
let proctor: Session;
/** What stands for the parameters in the addresses. */
const ids = { examId: '', questionId: '' };

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await runServer();
  admin = await openAdminSession(server);
  const site = await examSite(server);
  await site.upload(questions);
  const type = 'Mountain ranges of the Deccan';
  ids.examId = await site.createExam({
    name: LONG,
    startDate: new Date(Date.now() - 60_000),
    minutes: 90,
    format: 'MIX',
    sections: [{ type, count: 3 }],
  });
  const sat = await site.paidCandidate(ids.examId);
  const form = new FormData();
  form.set('uid', sat.uid);
  form.set('examID', ids.examId);
  const page = sharp({ create: { width: 600, height: 800, channels: 3, background: '#e8c9a0' } });
  form.append('docs', new File([new Uint8Array(await page.jpeg().toBuffer())], 'page 1.jpg'));
  await fetch(`${server.url}/api/v1/exams/upload-docs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sat.token}` },
    body: form,
  });
  await sitExam(server, sat, questions, type);
  await site.paidCandidate(ids.examId);
  const listed = await callApi(server, 'questions?search=Deccan&page=1&pageSize=10', {
    token: admin.token,
  });
  ids.questionId = z.array(questionSchema).parse(listed)[0]?._id ?? '';

  await callApi(server, 'contact', {
    body: {
      firstname: 'Venkata Satyanarayana',
      lastname: 'Lakshminarasimhan',
      email: 'venkata.satyanarayana.lakshminarasimhan@example.com',
      phone: '98765 43210',
      message: 'Do you train on Saturdays?\nI work in the week.',
    },
  });
  await callApi(server, 'applications', {
    body: {
      name: 'Ravi Teja',
      email: 'ravi@example.com',
      phone: '98765 43210',
      course: 'Germany Job Placement',
      amount: '1',
      txnId: '',
    },
  });
  const added = await addProctor(server, admin, 'Lakshmi Venkataramana Subrahmanyam');
  const path = `staff/${added.uid}/exams/${ids.examId}`;
  await callApi(server, path, { method: 'PUT', token: admin.token });
  proctor = await openSession(server, added.uid, added.password);
});
test.afterAll(() => server.stop());

const screens = pages
  .filter(({ frame }) => frame === 'admin')
  .map(({ path }) => path)
  .flatMap((path) => (path === paths.paymentDesk ? [path, `${path}?tab=applications`] : [path]));

const addressOf = (path: string) =>
  server.url + path.replace(':examId', ids.examId).replace(':questionId', ids.questionId);

/** Hears what the page complains of. */
function listenTo(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}

/** At both widths and in both themes, without loading it again: what is open stays open. */
async function expectSoundEverywhere(page: Page, what: string) {
  for (const [width, height] of [
    [360, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(wide, `${what} at ${width}: wider than the screen`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      // A theme changes colours and nothing else.
      if (colorScheme === 'dark') axe.withRules('color-contrast');
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect.soft(found, `${what}, ${colorScheme}, ${width}`).toEqual([]);
    }
  }
}

async function expectHeadingsInOrder(page: Page, what: string) {
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .filter({ visible: true })
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  expect(
    levels.filter((level) => level === 1),
    `${what}: one h1`,
  ).toHaveLength(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(jumps, `${what}: headings ${levels} leave out a level`).toEqual([]);
}

async function openScreen(page: Page, path: string) {
  await page.goto(addressOf(path));
  const content = page.locator('#content');
  await expect(content).not.toBeEmpty();
  await expect(content.getByRole('status').filter({ hasText: /…$/ })).toHaveCount(0);
}

test('every screen is sound, is named, and does not complain', async ({ context, page }) => {
  test.setTimeout(420_000);
  await signedIn(context, server, admin);
  const heard = listenTo(page);
  const titles = new Map<string, string>();
  for (const path of screens) {
    await openScreen(page, path);
    const title = await page.title();
    if (!path.includes('?')) {
      expect(titles.get(title), `${path} is titled “${title}” too`).toBeUndefined();
      titles.set(title, path);
    }
    await expectHeadingsInOrder(page, path);
    await expectSoundEverywhere(page, path);
    expect(heard, path).toEqual([]);
  }
});

/** Opens every screen and expects to end at the public start, having seen nothing of the desk. */
async function expectTurnedAway(context: BrowserContext, session: Session | null) {
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Administration"]'))
        document.documentElement.dataset.desk = 'seen';
    }).observe(document, { childList: true, subtree: true });
  });
  const asked: string[] = [];
  context.on('request', (request) => {
    if (
      /\/api\/v1\/(staff|activity|settings$|enquiries|questions|payments|applications)/.test(
        request.url(),
      )
    )
      asked.push(request.url());
  });
  for (const path of screens) {
    if (session) await signedIn(context, server, session);
    const page = await context.newPage();
    await page.goto(addressOf(path));
    await expect(page, path).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.locator('[data-desk]'), `${path} showed the desk`).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('user')), { message: path })
      .toBeNull();
    await page.close();
  }
  expect(asked).toEqual([]);
}

test('nobody: every screen of the desk leads to the public start', async ({ context }) => {
  await expectTurnedAway(context, null);
});

test('a candidate is signed out at every screen of the desk', async ({ context }) => {
  await expectTurnedAway(context, await openSession(server, 'DEMREG2', 'demo password'));
});

test('a proctor is signed out at every screen of the desk', async ({ context }) => {
  await expectTurnedAway(context, proctor);
});
