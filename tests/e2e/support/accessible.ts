/**
 * Runs axe in the same way for all tests. It reports violations only, because reporting what passes takes two thirds of
 * its time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface Look {
  /** What is being checked, for the message of a failure. */
  what?: string;
  /** Checks colours only, for a page that was fully checked in the other theme: a theme changes nothing but colours. */
  coloursOnly?: boolean;
  exclude?: string;
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules that the page breaks, each with the elements that break it. Axe is injected once per page, for all checks:
 * half a megabyte of script takes as long as the check itself. The pages have no frames, so once is enough.
 */
export async function violationsOf(page: Page, { coloursOnly, exclude }: Look = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // An element is identified by its HTML.
    selectors: false,
    // No rule that runs reads the style sheets, and axe would fetch them again for each check.
    preload: { assets: ['media'] },
    ...(coloursOnly && { runOnly: COLOUR_RULES }),
  };
  return page.evaluate(
    async ({ context, run }) => {
      // An element that is half faded in has half its contrast, so this waits for short animations. What moves for
      // longer is checked as it is.
      const fading = document.getAnimations().filter(({ timeline, effect }) => {
        const end = effect?.getComputedTiming().endTime;
        return timeline instanceof DocumentTimeline && Number(end) < 1_000;
      });
      await Promise.allSettled(fading.map(({ finished }) => finished));
      const { violations } = await window.axe.run(context, run);
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
    },
    { context: { include: ['html'], exclude: exclude ? [exclude] : [] }, run: options },
  );
}

export async function expectAccessible(page: Page, look: Look = {}): Promise<void> {
  expect(await violationsOf(page, look), look.what ?? page.url()).toEqual([]);
}
