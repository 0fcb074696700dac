/** Texts of a hostile author on every screen that shows a question: text stays text, and nothing in it runs, loads or covers a button. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { questionSchema } from '#contract/desk/questions.ts';
import { callApi, openAdminSession, openDesk } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import { type FileQuestion, makeQuestions } from './support/question-file.ts';
import { next, signIn, startExam, submit } from './support/sitting-page.ts';
import { test } from './support/test.ts';

const RUN = 'document.documentElement.dataset.ran=1';
const FAR = 'https://far.example/';

const texts = [
  `<img src=${FAR}a onerror="${RUN}"><script>${RUN}</script><link rel=stylesheet href=${FAR}b>`,
  `<form id="root" name="cookie"><input name="body"></form><a id="localStorage" href="javascript:${RUN}">on</a>`,
  `<style>*{background:url(${FAR}c)} button,dialog{display:none!important}</style><p style="position:fixed;inset:0;z-index:9">`,
  `<svg onload="${RUN}"><foreignObject><noscript><p title="</noscript><img src=${FAR}d onerror=${RUN}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `$\\href{javascript:${RUN}}{x}$ {{constructor.constructor("${RUN}")()}} =HYPERLINK("${FAR}e") data:text/html,<b>`,
  `\u202eesrever \u2066open \u2069\u2069 \u2067also \ufeff\u2060`,
  '<b>'.repeat(9_000),
  'W'.repeat(9_000),
  'Which of these?\nان میں سے کون!',
  `Tower ${'a\u0301\u200d'.padEnd(900, '\u0327\u030d')}`,
];
const questions: FileQuestion[] = makeQuestions('Hostile', texts.length).map(
  (question, index): FileQuestion => {
    const text = texts[index] ?? '';
    return { ...question, text, options: [`${text} 1`, `${text} 2`, `${text} 3`, `${text} 4`] };
  },
);

/** Whether the last character of a text is left of its first, as in a language written from right to left. */
function endsOnTheLeft({ firstChild: text }: Node): boolean {
  if (!text) return false;
  const length = text.textContent?.trimEnd().length ?? 0;
  const [first = 0, last = 0] = [0, length - 1].map((at) => {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  });
  return length > 0 && last < first;
}

/** Checked on every screen. */
async function expectHarmless(page: Page) {
  const found = await page.evaluate(() => {
    const hostile =
      'form#root, [name=cookie], a#localStorage, [onload], [onerror], math, mglyph, foreignObject, a[href^="javascript:"], a[href^="data:"], [src*="far.example"], [href*="far.example"]';
    const covered = [...document.querySelectorAll('button')].filter((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isOnScreen = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
      if (width * height === 0 || !isOnScreen || button.closest('[inert]')) return false;
      const on = document.elementFromPoint(x, y);
      return !button.contains(on) && on?.closest('[role=radiogroup], table, dl') != null;
    });
    return {
      ran: 'ran' in document.documentElement.dataset,
      elements: [...document.querySelectorAll(hostile)].map(({ outerHTML }) => outerHTML),
      covered: covered.map(({ innerText }) => innerText),
      tower: /[\p{Mn}\p{Me}\u200c\u200d]{9}/u.test(document.body.innerText),
    };
  });
  expect(found, page.url()).toEqual({ ran: false, elements: [], covered: [], tower: false });
}

test('a question is text wherever it is shown: nothing in it runs, loads, becomes an element or covers a button', async ({
  page,
  server,
}) => {
  const far: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(?:blob|data):/.test(url)) far.push(url);
  });
  page.on('dialog', () => far.push('a dialog'));
  const site = await examSite(server);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Hostile',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections: [{ type: 'Hostile', count: questions.length }],
  });

  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  for (const _ of questions) {
    await expectHarmless(page);
    await expect(page.getByRole('radio')).toHaveCount(4);
    await page.getByRole('radio').first().check();
    for (const line of await page.locator('[role=radiogroup] > [dir] > [lang=ur]').all())
      expect(await line.evaluate(endsOnTheLeft), 'a line of Urdu below one of English').toBe(true);
    await next(page);
  }
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Received', exact: true })).toBeVisible();
  await expectHarmless(page);

  // A text saved in the editor passes no file reader.
  const { token } = await openAdminSession(server);
  const found = await callApi(server, 'questions?search=&type=Hostile', { token });
  const [first] = z.array(questionSchema).parse(found);
  if (!first) throw new Error('The bank has no such question.');
  const body = { ...first, Questions: `${first.Questions} again${texts[9]}` };
  await callApi(server, `questions/${first._id}`, { token, method: 'PUT', body });

  for (const [path, shown] of [
    ['/adminuploadexcel?type=Hostile', 'onerror'],
    [`/adminexampreview/${examId}/phone?step=exam`, 'Question 1 of'],
    [`/adminanalysis/${examId}`, 'onerror'],
    [`/adminrescore/${first._id}`, 'again'],
    [`/adminmeritlist/${examId}`, 'Hostile'],
  ] as const) {
    await openDesk(page, server, path);
    await expect(page.getByText(shown).first()).toBeVisible();
    await expectHarmless(page);
  }
  expect(far).toEqual([]);
});
