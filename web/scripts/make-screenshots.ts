/**
 * Takes the pictures that an install dialog shows, from the running site with its demonstration content:
 * `npm run make:screenshots -- http://localhost:8787`. CHROME_PATH names the browser to use.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [site] = process.argv.slice(2);
if (!site) throw new Error('Which site? Usage: npm run make:screenshots -- http://localhost:8787');

/** Sizes are those that web/build/web-manifest.ts states. */
const PICTURES = [
  { name: 'narrow', path: '/onlineassessment', width: 360, height: 800, scale: 3 },
  { name: 'wide', path: '/', width: 1440, height: 900, scale: 1 },
];

const folder = join(import.meta.dirname, '../public/screenshots');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
  args: ['--no-sandbox'],
});
for (const { name, path, width, height, scale } of PICTURES) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  await page.goto(new URL(path, site).href, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
