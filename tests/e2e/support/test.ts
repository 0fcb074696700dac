/** Playwright's `test`, which also fails when a page did something that its security policy forbids. */
import { type BrowserContext, test as base, expect } from '@playwright/test';

const MARK = 'Against the security policy:';
const violations: string[] = [];

/** For a browser that a test starts by itself; pages of the common one are watched anyway. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    if (message.text().startsWith(MARK)) violations.push(message.text());
  });
  await context.addInitScript((mark) => {
    addEventListener('securitypolicyviolation', (found) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = found;
      const place = `${sourceFile}:${lineNumber}`;
      console.error(mark, location.pathname, effectiveDirective, blockedURI, sample, place);
    });
  }, MARK);
}

export const test = base.extend<{ policyHolds: undefined }, { heard: string[] }>({
  heard: [
    async ({ browser }, use) => {
      browser.on('context', watchPolicy);
      await use(violations);
    },
    { scope: 'worker', auto: true },
  ],
  policyHolds: [
    async ({ heard }, use) => {
      await use(undefined);
      expect(heard.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
});
