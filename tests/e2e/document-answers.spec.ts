/** Document answers: pages from the phone are stored on its disk, sent in pieces, and received complete. */
import { expect, type Page } from '@playwright/test';
import { boardSchema } from '#contract/hall/board.ts';
import { callApi, openAdminSession } from './support/admin-session.ts';
import { examSite } from './support/exam-site.ts';
import {
  expectKeptOffline,
  expectSound,
  receipt,
  signIn,
  startExam,
  status,
  submit,
} from './support/sitting-page.ts';
import { server, shareServer, test } from './support/test.ts';

shareServer();

const degrees = { red: 0, sky: 210, blue: 240 };

/** A photo larger than what is submitted, drawn by the browser itself. */
async function photo(page: Page, hue: keyof typeof degrees): Promise<Buffer> {
  const base64 = await page.evaluate(async (angle) => {
    const canvas = new OffscreenCanvas(3000, 2000);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('No canvas.');
    for (let y = 0; y < 2000; y += 10) {
      pen.fillStyle = `hsl(${angle} 80% ${50 + ((y * 7) % 40)}%)`;
      pen.fillRect(0, y, 3000, 10);
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary);
  }, degrees[hue]);
  return Buffer.from(base64, 'base64');
}

/** What the thumbnails show, in order. */
function hues(page: Page): Promise<string[]> {
  return page.locator('ol img').evaluateAll((images) =>
    images.map((image) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (!pen || !(image instanceof HTMLImageElement)) throw new Error('No picture.');
      pen.drawImage(image, 0, 0, 1, 1);
      const [red = 0, , blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      return red > blue ? 'red' : 'blue';
    }),
  );
}

/** Begins an exam that is answered by pages. */
async function openDocuments(page: Page, name: string) {
  const site = await examSite(server);
  const examId = await site.createExam({
    name,
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    format: 'DOC Upload',
    sections: [],
  });
  const candidate = await site.paidCandidate(examId);
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  return { site, candidate };
}

test('pages added without a network keep their order after a reload and are sent when the network returns', async ({
  page,
  context,
}) => {
  const { site, candidate } = await openDocuments(page, 'Documents');
  await expectKeptOffline(page);
  await expect(page.getByText('No pages yet.')).toBeVisible();
  const first = await photo(page, 'red');
  const second = await photo(page, 'blue');

  await context.setOffline(true);
  const files = page.getByLabel('Files');
  await files.setInputFiles([
    { name: 'second.png', mimeType: 'image/png', buffer: second },
    { name: 'first.png', mimeType: 'image/png', buffer: first },
  ]);
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Move up page 2' }).click();
  await expect(status(page)).toHaveText('Saved on this phone · 5 waiting');
  // One event and one page more: no list in between holds both pages.
  const sky = { name: 'sky.png', mimeType: 'image/png', buffer: await photo(page, 'sky') };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Retake page 2' }).click();
  await (await choosing).setFiles(sky);
  await expect(status(page)).toHaveText('Saved on this phone · 7 waiting');
  await page.reload();
  await expect(page.getByText(/On this phone, \d+ KB/)).toHaveCount(2);
  await expect(async () => expect(await hues(page)).toEqual(['red', 'blue'])).toPass();
  await expectSound(page);

  await context.setOffline(false);
  await expect(page.getByRole('listitem').getByText('Received by the exam server')).toHaveCount(2, {
    timeout: 45_000,
  });
  await submit(page);
  await receipt(page);

  const pages = await site.documentsOf(candidate);
  const sent = { format: 'jpeg', width: 1_600, height: 1_067 };
  expect(pages).toHaveLength(2);
  expect(pages).toContainEqual({ ...sent, isRed: true });
  expect(pages).toContainEqual({ ...sent, isRed: false });
});

test('a file that is neither a photo nor a PDF is refused with the reason, and the other pages stay', async ({
  page,
}) => {
  await openDocuments(page, 'Documents refused');
  const files = page.getByLabel('Files');
  await files.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: await photo(page, 'red'),
  });
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  await files.setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(page.getByText('This file can’t be read.')).toBeVisible();
  await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove page 1' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No pages yet.')).toBeVisible();
});

test.describe('on a second phone', () => {
  // The service worker's fetches would bypass the route that cuts them off.
  test.use({ serviceWorkers: 'block' });

  test('rule 3: a page that is still on the first phone is shown as being there, and the receipt waits for it', async ({
    page,
    browser,
  }) => {
    const { site, candidate } = await openDocuments(page, 'Two phones');
    await page.route('**/documents/*', (route) => route.abort());
    const red = { name: 'red.png', mimeType: 'image/png', buffer: await photo(page, 'red') };
    await page.getByLabel('Files').setInputFiles(red);
    await expect(status(page)).toHaveText('Saved on this phone · 1 waiting');

    const context = await browser.newContext({ serviceWorkers: 'block' });
    const other = await context.newPage();
    await signIn(other, server.url, candidate);
    await other.goto(`${server.url}/exam`);
    await other.getByRole('button', { name: 'Start exam' }).click();
    await other.getByRole('button', { name: 'Continue here' }).click();
    const card = other.getByRole('listitem').filter({ hasText: 'Page 1' });
    await expect(card).toContainText('only on your other phone');
    await expect(status(other)).toHaveText(/1 waiting/);
    await expectSound(other);
    await submit(other);
    await expect(other.getByText('1 page is only on your other phone')).toBeVisible();
    await expect(other.getByTestId('receipt')).toHaveCount(0);
    await expectSound(other);

    await page.unroute('**/documents/*');
    await page.reload();
    await expect(page.getByText('Everything from this phone has been received.')).toBeVisible();
    await other.evaluate(() => dispatchEvent(new Event('online')));
    await receipt(other);
    expect(await site.documentsOf(candidate)).toHaveLength(1);
    await context.close();
  });

  test('[AT19] when a phone with a page is dead for good, reopening the exam and removing the page brings the receipt', async ({
    page,
    browser,
  }) => {
    const { site, candidate } = await openDocuments(page, 'A dead phone');
    const blue = { name: 'blue.png', mimeType: 'image/png', buffer: await photo(page, 'blue') };
    await page.getByLabel('Files').setInputFiles(blue);
    const pages = page.getByRole('listitem').filter({ hasText: /Page \d/ });
    await expect(pages.first()).toContainText('Received by the exam server');
    await page.route('**/documents/*', (route) => route.abort());
    const red = { name: 'red.png', mimeType: 'image/png', buffer: await photo(page, 'red') };
    await page.getByLabel('Files').setInputFiles(red);
    await expect(pages.nth(1)).toContainText('On this phone');
    await expect(status(page)).toHaveText('Saved on this phone · 1 waiting');
    await page.close();

    const context = await browser.newContext({ serviceWorkers: 'block' });
    const other = await context.newPage();
    await signIn(other, server.url, candidate);
    await other.goto(`${server.url}/exam`);
    await other.getByRole('button', { name: 'Start exam' }).click();
    await other.getByRole('button', { name: 'Continue here' }).click();
    await submit(other);
    await expect(other.getByText('1 page is only on your other phone')).toBeVisible();
    await expect(other.getByText('ask the proctor to reopen your exam')).toBeVisible();
    await other.reload();
    await expect(other.getByText('1 page is only on your other phone')).toBeVisible();

    const { token } = await openAdminSession(server);
    const asked = `proctor/board?exam=${candidate.examId}`;
    const readRow = async () => boardSchema.parse(await callApi(server, asked, { token })).rows[0];
    // The phone says so as soon as the exam is submitted there; the exam server hears of it a moment later.
    await expect.poll(readRow).toMatchObject({ state: 'submitted', received: false });
    const row = await readRow();
    const reopening = {
      ...{ id: `reopens${candidate.uid}`.padEnd(20, '0'), kind: 'reopen', to: { row: row?.id } },
      ...{ examId: candidate.examId, doneAt: new Date().toISOString() },
      ...{ minutes: 10, reason: 'A phone is dead' },
    };
    await callApi(server, 'proctor/acts', { token, body: { deviceId: 'desk', acts: [reopening] } });
    await expect(other.getByText('Your proctor has reopened your exam')).toBeVisible();
    await expect(other.getByRole('listitem').filter({ hasText: 'Page 2' })).toContainText(
      'only on your other phone',
    );
    await other.getByRole('button', { name: 'Remove page 2' }).click();
    await other.getByRole('button', { name: 'Remove', exact: true }).click();
    await submit(other);
    await receipt(other);
    expect(await site.documentsOf(candidate)).toHaveLength(1);
    await context.close();
  });
});
