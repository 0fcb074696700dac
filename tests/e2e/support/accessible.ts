/** Axe, run one way by all tests: it tells violations alone, for telling what passes takes two thirds of its time. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  /** What the page is looked at as, for the message. */
  what?: string;
  /** A theme changes nothing but colours: where the page was looked at in the other one, these rules see all that can differ. */
  coloursOnly?: boolean;
  exclude?: string;
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The rules that the page breaks, each with the elements that do. */
export async function violationsOf(page: Page, { coloursOnly, exclude }: Look = {}) {
  // The other mode opens a second page each time, for frames of other origins, which the app doesn't have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  axe.options({ resultTypes: ['violations'], ...(coloursOnly && { runOnly: COLOUR_RULES }) });
  if (exclude) axe.exclude(exclude);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

export async function expectAccessible(page: Page, look: Look = {}): Promise<void> {
  expect(await violationsOf(page, look), look.what ?? page.url()).toEqual([]);
}
