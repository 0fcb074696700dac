/** Axe, run one way by all tests: it tells violations alone, for telling what passes takes two thirds of its time. */
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
  /** What the page is looked at as, for the message. */
  what?: string;
  /** A theme changes nothing but colours: where the page was looked at in the other one, these rules see all that can differ. */
  coloursOnly?: boolean;
  exclude?: string;
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules that the page breaks, each with the elements that do. A page gets axe once, for all looks at it: half a
 * megabyte of script takes as long as the look itself. There are no frames, so nothing else needs it.
 */
export async function violationsOf(page: Page, { coloursOnly, exclude }: Look = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // An element is told by its HTML.
    selectors: false,
    // No rule that runs reads the style sheets, which would be fetched again for each look.
    preload: { assets: ['media'] },
    ...(coloursOnly && { runOnly: COLOUR_RULES }),
  };
  return page.evaluate(
    async ({ context, run }) => {
      // What is half faded in has half its contrast; what shows or turns for longer is looked at as it is.
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
