/** The practice exam is for anyone: no account, no server, no trace. */
import { expect, type Locator } from '@playwright/test';
import { next } from './support/sitting-page.ts';
import { hiddenWidth } from './support/sound-page.ts';
import { test } from './support/test.ts';

test('a visitor takes a practice exam in flight mode, reloads it there, and leaves no trace', async ({
  page,
  context,
  server,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${server.url}/practice`);
  await expect(page.getByText('Ready. Switch on flight mode')).toBeVisible();
  // A visitor sees whose exam it is, until the paper needs the room.
  const brand = page.locator('main').getByText('Nipuna Talent', { exact: true });
  await expect(brand).toBeVisible();
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  const saved = page.getByText('Received by the exam server');
  await page.getByRole('radio').nth(1).check();
  await expect(saved).toBeVisible();
  await expect(brand).toBeHidden();
  const first = page.getByRole('radio').first();
  await page.setViewportSize({ width: 360, height: 800 });
  const before = await first.boundingBox();

  await context.setOffline(true);
  await expect(page.getByText('No network', { exact: true })).toBeVisible();
  expect(await first.boundingBox(), 'an answer moved under the thumb').toEqual(before);
  await next(page);
  await page.getByRole('radio').first().check();
  await expect(page.getByText('Saved on this phone')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Question 2 of 8' })).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect(page.getByText('Saved on this phone')).toBeVisible();

  // A phone on its side has no room for the name, which is then left out, not cut after a letter or two.
  await page.setViewportSize({ width: 800, height: 360 });
  const name = page.getByRole('heading', { level: 1 });
  expect((await name.boundingBox())?.width).toBe(1);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Submit exam' }).click();
  const summary = page.getByRole('region', { name: 'Your answers by section' });
  expect(await hiddenWidth(summary), 'a column of the summary is cut off').toBe(0);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeFocused();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Everything arrived' })).toBeVisible();
  await expect(brand).toBeVisible();
  await expect(page.getByText('2 of 8 answers are right.')).toBeVisible();
  expect(asked.filter((one) => one.includes('/api/'))).toEqual([]);

  await page.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  const left = () =>
    page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(localStorage).filter((key) => key.includes('practice')),
    ]);
  await expect.poll(left).toEqual([]);
});

test('a hasty second tap does not close the window that the first tap opened', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/practice`);
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  const submit = page.getByRole('button', { name: 'Submit exam' });
  await submit.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    new MutationObserver((_, once) => {
      once.disconnect();
      const below = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!(below instanceof HTMLDialogElement)) throw new Error('The button is not covered.');
      below.click();
      document.body.dataset.tapped = 'twice';
    }).observe(document.body, { attributeFilter: ['open'], subtree: true });
  });
  await submit.click();
  await expect(page.locator('body')).toHaveAttribute('data-tapped', 'twice');
  const summary = page.getByRole('dialog', { name: /Submit/ });
  await expect(summary).toBeVisible();
  // A moment later, a tap beside the window closes it.
  await expect(async () => {
    await page.mouse.click(180, 10);
    await expect(summary).toBeHidden({ timeout: 100 });
  }).toPass();
});

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

  test('each single click counts at once, also where the browser doesn’t tell what pressed', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/practice`);
    await page.getByRole('button', { name: 'Start practice exam' }).click();
    const heading = page.getByRole('heading', { name: /^Question \d of 8$/ });
    await expect(heading).toHaveText('Question 1 of 8');
    await page.getByRole('button', { name: 'Save & next' }).evaluate((button) => {
      const press = () =>
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
      new MutationObserver((_, once) => {
        if (!document.body.innerText.includes('Question 2 of 8')) return;
        once.disconnect();
        press();
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      press();
    });
    await expect(heading).toHaveText('Question 3 of 8');
  });
});

test('the second of two quick taps neither skips nor marks the question that the first tap opened', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/practice`);
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  const heading = page.getByRole('heading', { name: /^Question \d of 8$/ });
  await expect(heading).toHaveText('Question 1 of 8');

  /** Presses the button, and presses again at the same place as soon as another question is on screen. */
  const twice = async (name: string, second: 'touch' | 'key' = 'touch') => {
    const button = page.getByRole('button', { name, exact: true });
    await button.evaluate((pressed, by) => {
      const { x, y, width, height } = pressed.getBoundingClientRect();
      const press = { bubbles: true, detail: by === 'touch' ? 2 : 0, pointerType: by };
      document.body.dataset.pressed = 'once';
      new MutationObserver((_, once) => {
        once.disconnect();
        const below = document.elementFromPoint(x + width / 2, y + height / 2);
        below?.dispatchEvent(new PointerEvent('click', press));
        document.body.dataset.pressed = 'twice';
      }).observe(document.querySelector('[role=radiogroup]')?.parentElement ?? document.body, {
        childList: true,
      });
    }, second);
    await button.click();
    await expect(page.locator('body')).toHaveAttribute('data-pressed', 'twice');
  };

  await twice('Save & next');
  await expect(heading).toHaveText('Question 2 of 8');
  await twice('Mark for review & next');
  await expect(heading).toHaveText('Question 3 of 8');
  await expect(page.getByRole('button', { name: 'Question 2, marked' })).toBeVisible();
  // The row moves, so another number is under the finger.
  await twice('Question 5, not visited');
  await expect(heading).toHaveText('Question 5 of 8');
  await expect(page.getByRole('button', { name: 'Question 3, not answered' })).toBeVisible();

  await twice('Save & next', 'key');
  await expect(heading).toHaveText('Question 7 of 8');
  // A moment later, a tap counts.
  await expect(async () => {
    await page.getByRole('button', { name: 'Save & next' }).tap();
    await expect(heading).toHaveText('Question 8 of 8', { timeout: 100 });
  }).toPass();
});

test('in the system’s own colours, the current question, the chosen option and the five states differ by shape', async ({
  page,
  context,
  server,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`${server.url}/practice`);
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  const heading = page.getByRole('heading', { name: /^Question \d of 8$/ });
  const press = async (act: string, to: number) => {
    await page.getByRole('button', { name: act, exact: true }).press('Enter');
    await expect(heading).toHaveText(`Question ${to} of 8`);
  };
  await page.getByRole('radio').first().check();
  await press('Save & next', 2);
  await page.getByRole('radio').first().check();
  await press('Mark for review & next', 3);
  await press('Mark for review & next', 4);
  await press('Save & next', 5);
  await page.getByRole('radio').nth(2).check();

  // Numbers and letters are hidden, because they would differ anyway.
  await page.evaluate(() => {
    const named = document.querySelectorAll(
      'button[aria-label^="Question "] > *, label > input + *',
    );
    for (const mark of named) if (mark instanceof HTMLElement) mark.style.fontSize = '0';
  });
  const judge = await context.newPage();
  const pictureOf = async (shown: Locator) => (await shown.screenshot()).toString('base64');
  /** How many points of two pictures differ clearly. */
  const difference = (one: string, other: string) =>
    judge.evaluate(
      async (pngs) => {
        const drawn = await Promise.all(
          pngs.map(async (png) => {
            const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([bytes]));
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            canvas?.drawImage(bitmap, 0, 0);
            return canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
          }),
        );
        const [a = [], b = []] = drawn;
        if (a.length !== b.length) throw new Error('The pictures are not of one size.');
        const points = Array.from({ length: a.length / 4 }, (_, point) => point * 4);
        const isApart = (at: number) => Math.abs((a[at] ?? 0) - (b[at] ?? 0)) > 96;
        return points.filter((at) => isApart(at) || isApart(at + 1) || isApart(at + 2)).length;
      },
      [one, other],
    );
  const number = (name: string) => pictureOf(page.getByRole('button', { name, exact: true }));

  const states = {
    answered: await number('Question 1, answered'),
    'answered and marked': await number('Question 2, answered and marked'),
    marked: await number('Question 3, marked'),
    'not answered': await number('Question 4, not answered'),
    'not visited': await number('Question 6, not visited'),
  };
  expect(await difference(states['not visited'], await number('Question 7, not visited'))).toBe(0);
  const names = Object.entries(states);
  for (const [index, [name, picture]] of names.entries())
    for (const [other, another] of names.slice(index + 1))
      expect(await difference(picture, another), `${name}, ${other}`).toBeGreaterThan(60);
  // The shape of an answered question is filled, the others are not.
  const { answered, marked } = states;
  expect(await difference(answered, states['not answered'])).toBeGreaterThan(400);
  expect(await difference(marked, states['answered and marked'])).toBeGreaterThan(400);
  expect(await difference(answered, await number('Question 5, answered'))).toBeGreaterThan(60);

  const option = (n: number) => pictureOf(page.locator('label input + *').nth(n));
  expect(await difference(await option(0), await option(1))).toBe(0);
  expect(await difference(await option(0), await option(2))).toBeGreaterThan(200);
});

test('a tablet on its side shows all questions beside the current one, and turned back it doesn’t reopen their sheet', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 800, height: 1100 });
  await page.goto(`${server.url}/practice`);
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  await page.getByRole('button', { name: 'All questions' }).click();
  const sheet = page.getByRole('dialog', { name: 'All questions' });
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(page.getByRole('complementary', { name: 'All questions' })).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 800, height: 1100 });
  await expect(page.getByRole('button', { name: 'All questions' })).toBeVisible();
  await expect(sheet).toBeHidden();
});
