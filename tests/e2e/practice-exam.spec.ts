/** The practice exam: anyone, no account, no server, no trace. */
import { expect } from '@playwright/test';
import { next } from './support/sitting-page.ts';
import { hiddenWidth } from './support/sound-page.ts';
import { test } from './support/test.ts';

test('a visitor sits a practice exam in flight mode, reloads it there, and leaves no trace', async ({
  page,
  context,
  server,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto(`${server.url}/practice`);
  await expect(page.getByText('Ready: you can switch on flight mode')).toBeVisible();
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

  // A phone that is turned has no room for the name: it is left out, not cut after a letter or two.
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

test('a second tap in haste closes no window that the first has opened', async ({
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
  // Once it has been seen, a tap beside it closes it.
  await expect(async () => {
    await page.mouse.click(180, 10);
    await expect(summary).toBeHidden({ timeout: 100 });
  }).toPass();
});

test('the second of two quick taps neither passes nor marks the question to which the first has led', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/practice`);
  await page.getByRole('button', { name: 'Start practice exam' }).click();
  const heading = page.getByRole('heading', { name: /^Question \d of 8$/ });
  await expect(heading).toHaveText('Question 1 of 8');

  /** Presses, and at the very moment at which another question is on screen what is in its place is pressed again. */
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
  // The row moves: another number is under the finger.
  await twice('Question 5, not visited');
  await expect(heading).toHaveText('Question 5 of 8');
  await expect(page.getByRole('button', { name: 'Question 3, not answered' })).toBeVisible();

  await twice('Save & next', 'key');
  await expect(heading).toHaveText('Question 7 of 8');
  // Once it has been seen, a tap counts.
  await expect(async () => {
    await page.getByRole('button', { name: 'Save & next' }).tap();
    await expect(heading).toHaveText('Question 8 of 8', { timeout: 100 });
  }).toPass();
});
