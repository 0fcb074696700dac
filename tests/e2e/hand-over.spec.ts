/** A candidate without any network hands over answers to the proctor (offline rule 21): received, scored, with a receipt. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { correction, generate } from 'lean-qr';
import sharp from 'sharp';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { optionNames } from '#contract/wire/values.ts';
import { toCodes } from '#seals/hand-over-codes.ts';
import { handOver } from '#tests/support/hand-over.ts';
import { operators } from '#tests/support/text-operators.ts';
import { callApi } from './support/admin-session.ts';
import type { PaidCandidate } from './support/exam-site.ts';
import { openHallDesk, openHandOver, scanOffline, showCode } from './support/hall-desk.ts';
import { makeQuestions, scoreByHand } from './support/question-file.ts';
import { INBOUND_SECRET } from './support/running-server.ts';
import {
  answer,
  expectKeptOffline,
  expectSound,
  next,
  receipt,
  signIn,
  startExam,
  submit,
} from './support/sitting-page.ts';
import { server, shareSite, site, test, watchPolicy } from './support/test.ts';

const questions = makeQuestions('Estuaries', 3);
const sections = [{ type: 'Estuaries', count: 3 }];

shareSite(questions);

/** Takes an exam whose network is lost after the start, up to the submission. @returns the chosen options by question */
async function sitOffline(page: Page, candidate: PaidCandidate): Promise<Map<string, string>> {
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await expectKeptOffline(page);
  await page.context().setOffline(true);
  const choices = new Map<string, string>();
  for (const index of [0, 1, 0] as const) {
    await answer(page, questions, index, choices);
    await next(page);
  }
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Submitted on this phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('You’re still offline, so nothing could be sent.')).toBeVisible();
  return choices;
}

async function openExam() {
  const examId = await site.createExam({
    name: 'Estuaries',
    startDate: new Date(Date.now() - 60_000),
    minutes: 20,
    sections,
  });
  return { examId, candidate: await site.paidCandidate(examId) };
}

/** What the camera sees while somebody moves. */
const SMEAR = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888' } })
  .png()
  .toBuffer();

/** A code as the candidate's screen draws it. */
async function drawCode(text: string): Promise<Buffer> {
  const code = generate(text, { minCorrectionLevel: correction.L });
  const margin = 4;
  const size = code.size + 2 * margin;
  const dots = Uint8Array.from({ length: size * size }, (_, at) =>
    code.get((at % size) - margin, Math.floor(at / size) - margin) ? 0 : 255,
  );
  return sharp(dots, { raw: { width: size, height: size, channels: 1 } })
    .resize(4 * size, 4 * size, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** The submission of a candidate who changed answers all the time: it doesn't fit into one code. */
async function manyActs({ examId, token }: PaidCandidate): Promise<Uint8Array<ArrayBuffer>> {
  const deviceId = 'phone-1';
  const body = { protocol: PROTOCOL, deviceId };
  const opened = openReplySchema.parse(
    await callApi(server, `exams/${examId}/sitting`, { token, body }),
  );
  const began = Date.parse(opened.startedAt);
  const events = Array.from({ length: 700 }, (_, index) => ({
    seq: index + 1,
    type: 'answered' as const,
    qid: opened.questions[index % 3]?.qid ?? '',
    answer: optionNames[(index * index) % 4] ?? 'OptionOne',
    // Irregular times, because a real candidate's acts don't compress well.
    at: began + 13 * index + ((index * index * 31) % 97),
    elapsed: 13 * index + ((index * index * 31) % 97),
  }));
  const answers = opened.questions.map(({ qid }) => ({ qid, answer: 'OptionOne' as const }));
  return handOver({ opened, deviceId }, events, { answers });
}

/** The text with a typing mistake at one place. */
const otherLetter = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);

const queue = (page: Page) => page.getByRole('status').filter({ hasText: 'on this phone' });

const hallOf = (examId: string) => ({ server, examId, name: 'Estuaries' });

test('by code: the proctor’s camera reads it from the screen, both phones without a network; then it is received and scored, with a receipt', async ({
  page,
}) => {
  const { examId, candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  const shown = await showCode(page);
  await expectSound(page);

  await scanOffline([shown], hallOf(examId), async (hall) => {
    await expectSound(hall);
    await hall.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(queue(hall)).toContainText('1 action is waiting');
    expect(await site.resultOf(candidate)).toBeNull();
    await hall.context().setOffline(false);
    await expect(hall.getByText('The exam server has the submission.')).toBeVisible();
    const said = await hall.getByText('The receipt is').innerText();
    const { total } = scoreByHand(questions, choices);
    expect(await site.resultOf(candidate)).toMatchObject({ total });

    await page.getByRole('button', { name: 'Close' }).click();
    await page.context().setOffline(false);
    expect(said).toContain(await receipt(page));
  });
});

test('by several codes in turn: the camera gathers them, whichever it misses and however often it sees the others', async () => {
  const { examId, candidate } = await openExam();
  const codes = toCodes(await manyActs(candidate));
  expect(codes.length).toBeGreaterThan(1);
  const pictures = await Promise.all(codes.map(drawCode));
  // The screen shows each code for nine tenths of a second. At first the last code is smeared, then all the others.
  const shown = (isSmeared: (place: number) => boolean) =>
    pictures.flatMap((picture, place) =>
      Array.from({ length: 9 }, () => (isSmeared(place) ? SMEAR : picture)),
    );
  const last = codes.length - 1;
  const film = [...shown((place) => place === last), ...shown((place) => place !== last)];
  await scanOffline(await Promise.all(film), hallOf(examId), async (hall) => {
    await hall.context().setOffline(false);
    await expect(hall.getByRole('dialog')).toContainText(
      'Received by the exam server: the submission of',
    );
    expect(await site.resultOf(candidate)).not.toBeNull();
  });
});

test('by file: saved without a network and taken in by the proctor', async ({ page, browser }) => {
  const { examId, candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  await openHandOver(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${candidate.uid}.pariksha`);
  const file = { name: 'a.pariksha', mimeType: '', buffer: await readFile(await download.path()) };

  const context = await browser.newContext();
  await watchPolicy(context);
  const hall = await context.newPage();
  await openHallDesk(hall, hallOf(examId));
  await hall.getByRole('button', { name: 'Take in a hand-over' }).click();
  const choose = hall.getByLabel('Choose file');
  await choose.setInputFiles({ ...file, buffer: file.buffer.subarray(0, 30) });
  await expect(hall.getByText('This isn’t a hand-over, or it’s incomplete.')).toBeVisible();
  await choose.setInputFiles(file);
  await expect(hall.getByText('The exam server has the submission.')).toBeAttached();
  // The result is also shown where the file was taken in.
  await expect(hall.getByRole('dialog')).toContainText(
    'Received by the exam server: the submission of',
  );
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await choose.setInputFiles(file);
  await expect(hall.getByText('This one is already on this phone.')).toBeVisible();
  await hall.getByLabel('Typed or scanned code').fill('23YH JNY6');
  // The note about the earlier hand-over isn't shown beside what is being typed, but stays in the list.
  await expect(hall.getByText('This one is already on this phone.')).toHaveCount(0);
  await expect(hall.getByRole('list', { name: 'Taken in before' })).toContainText('receipt');
  await hall.getByRole('button', { name: 'Take in', exact: true }).click();
  await expect(hall.getByText('check it against the candidate’s screen')).toBeInViewport();
  await context.close();
});

test('by reading it out: a mistake is shown at its group, refused letters can be corrected, and what was received is listed once', async ({
  page,
  browser,
}) => {
  const { examId, candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  await openHandOver(page);
  const href = await page.getByRole('link', { name: 'Send by text message' }).getAttribute('href');
  const bare = /body=(\w+)$/.exec(href ?? '')?.[1] ?? '';
  await page.getByRole('button', { name: 'Show letters' }).click();
  const groups = await page.getByTestId('answer-text').getByRole('listitem').allInnerTexts();
  await expectSound(page);

  const context = await browser.newContext();
  await watchPolicy(context);
  const hall = await context.newPage();
  await openHallDesk(hall, hallOf(examId));
  await context.setOffline(true);
  await hall.getByRole('button', { name: 'Take in a hand-over' }).click();
  const field = hall.getByLabel('Typed or scanned code');
  const takeIn = hall.getByRole('button', { name: 'Take in', exact: true });
  const dialog = hall.getByRole('dialog');

  // As an older app shows it, without check characters.
  await field.fill(otherLetter(bare, 20).toLowerCase());
  await takeIn.click();
  await expect(dialog.getByText('please ask the candidate to wait until then')).toBeInViewport();
  await expect(field).toHaveValue('');
  await context.setOffline(false);
  await expect(dialog.getByText('There’s probably a typing mistake')).toBeVisible();
  await expectSound(hall);
  await dialog.getByRole('button', { name: 'Correct what was typed' }).click();
  await expect(field).toBeFocused();
  // The letters can still be corrected later.
  await hall.getByRole('button', { name: 'Close', exact: true }).click();
  await hall.getByRole('button', { name: 'Correct what was typed' }).click();
  expect((await field.inputValue()).replaceAll(' ', '')).toBe(otherLetter(bare, 20));

  await context.setOffline(true);
  const read = groups.join(' ');
  await field.fill(otherLetter(read, 21));
  await expect(dialog.getByText('Group 4 is wrong:')).toBeVisible();
  await takeIn.click();
  await expect(field).toBeFocused();
  await expectSound(hall);
  await expect(dialog.getByText('on this phone now')).toHaveCount(0);
  await field.fill(read);
  await expect(dialog.getByText(`All ${groups.length} groups are right.`)).toBeVisible();
  await takeIn.click();
  await expect(dialog.getByText('can put their phone away and go')).toBeInViewport();
  await context.setOffline(false);
  await expect(dialog).toContainText('Received by the exam server: the submission of');
  await hall.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(hall.getByText('The exam server has the submission.')).toHaveCount(1);
  await expect(hall.getByText('Not accepted')).toHaveCount(0);
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await context.close();
});

test('by one text message, which the operator delivers to the exam server', async ({ page }) => {
  const { candidate } = await openExam();
  const choices = await sitOffline(page, candidate);
  await openHandOver(page);
  const link = page.getByRole('link', { name: 'Send by text message' });
  const href = (await link.getAttribute('href')) ?? '';
  const [, number, text = ''] = /^sms:(\+\d+)\?body=(\w+)$/.exec(href) ?? [];
  expect(number).toBe('+919222000111');
  expect(text.length).toBeLessThanOrEqual(160);
  const told = { from: '919876543210', text, at: Date.now() };
  const answered = await operators.Infobip?.(server.url, INBOUND_SECRET, told);
  expect(answered?.status).toBe(200);
  const { total } = scoreByHand(questions, choices);
  expect(await site.resultOf(candidate)).toMatchObject({ total });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.context().setOffline(false);
  await receipt(page);
});

test('a code that can’t be sealed says so, and can be tried again [rule 7]', async ({ page }) => {
  const { candidate } = await openExam();
  await sitOffline(page, candidate);
  await page.evaluate(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = (how, key, text) => {
      // The text message is sealed in another way.
      if (typeof how === 'string' || how.name !== 'AES-GCM') return encrypt(how, key, text);
      crypto.subtle.encrypt = encrypt;
      return Promise.reject(new DOMException('not now', 'OperationError'));
    };
  });
  await openHandOver(page);
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('heading', { name: 'Code to scan' })).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('This phone can’t hand over this exam');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: 'Code' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a text message that is still being prepared is not called too long', async ({ page }) => {
  await page.addInitScript(() => {
    const sign = SubtleCrypto.prototype.sign;
    // Holds back every signature until then, including later ones.
    const sealed = new Promise((resolve) => addEventListener('sealed', resolve, { once: true }));
    SubtleCrypto.prototype.sign = async function (...given) {
      await sealed;
      return sign.apply(this, given);
    };
  });
  await sitOffline(page, (await openExam()).candidate);
  await openHandOver(page);
  await expect(page.getByText('Writing the text message…')).toBeVisible();
  await expect(page.getByText('too long for a text message')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('sealed')));
  await expect(page.getByRole('link', { name: 'Send by text message' })).toBeVisible();
  await expect(page.getByText('Writing the text message…')).toHaveCount(0);
});

test('without a number for text messages, the screen names none and promises no reply', async ({
  page,
}) => {
  const { candidate } = await openExam();
  await page.route('**/settings/brand?of=exam', async (route) => {
    const response = await route.fetch();
    const { textTo: _, ...brand } = await response.json();
    await route.fulfill({ response, json: brand });
  });
  await sitOffline(page, candidate);
  await openHandOver(page);
  const link = page.getByRole('link', { name: 'Send by text message' });
  expect(await link.getAttribute('href')).toMatch(/^sms:\?body=\w+$/);
  await expect(page.getByText('Please ask your proctor which number')).toBeVisible();
  await expect(page.getByText('you may get your receipt in reply')).toHaveCount(0);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await expect(page.getByRole('button', { name: 'Couldn’t copy' })).toBeVisible();
});

test('anyone can check a receipt, by its code and by its long form, and by the long form even without a network', async ({
  page,
  browser,
}) => {
  const { candidate } = await openExam();
  await signIn(page, server.url, candidate);
  await startExam(page, server.url);
  await submit(page);
  const code = await receipt(page);
  await expect(page.getByRole('img', { name: 'Your receipt as a code' })).toBeVisible();
  await expectSound(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  const long = lines.at(-1) ?? '';
  expect(lines.join()).toContain(code);

  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  await watchPolicy(context);
  const anyone = await context.newPage();
  const field = anyone.getByLabel('Receipt code');
  const check = async (typed: string) => {
    await field.fill(typed);
    await anyone.getByRole('button', { name: 'Check' }).click();
    return anyone.getByRole('status');
  };
  await anyone.goto(`${server.url}/receipt#${long}`);
  await expect(anyone.getByRole('status')).toContainText('This receipt is genuine');
  await expect(await check(code.toLowerCase())).toContainText('Estuaries');
  await expectSound(anyone);
  await context.setOffline(true);
  await expect(await check(long.toLowerCase())).toContainText('This receipt is genuine');
  const forged = long.slice(0, 40) + (long[40] === '2' ? '3' : '2') + long.slice(41);
  await expect(await check(forged)).toContainText('This receipt isn’t genuine');
  await expect(await check(code)).toContainText('couldn’t check this receipt');
  await context.close();
});
