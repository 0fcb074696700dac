/**
 * Playwright's `test`, with one server for each worker. It also fails when a page did something that its security
 * policy forbids. A test shares the server with the tests that ran before in its worker, so it makes its own exam and
 * people and finds them by name; a test that kills its server starts another. Every file takes its `test` from here:
 * Playwright starts a worker again between files that don't.
 */
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type ExamSite, examSite } from './exam-site.ts';
import { type FurnishedDesk, furnishDesk } from './furnished-desk.ts';
import type { FileQuestion } from './question-file.ts';
import { demoServer, type RunningServer } from './running-server.ts';

const MARK = 'Against the security policy:';
const violations: string[] = [];

/** Only for a browser that a test starts itself: pages of the shared browser are watched already. */
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

interface Shared {
  heard: string[];
  server: RunningServer;
  /** On a server of its own, because its screens show everything that is there. */
  desk: FurnishedDesk;
}

export const test = base.extend<{ policyHolds: undefined }, Shared>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const server = await demoServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const desk = await furnishDesk();
      await use(desk);
      await desk.server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
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

/** The worker's server, for helper functions of a test file, too. It is set once the file has called `shareServer`. */
export let server: RunningServer;
export const shareServer = () =>
  test.beforeAll(({ server: running }) => {
    server = running;
  });

/** An exam site on that server, with these questions in its bank. It is set once the file has called `shareSite`. */
export let site: ExamSite;
export const shareSite = (questions: readonly FileQuestion[]) => {
  shareServer();
  test.beforeAll(async () => {
    site = await examSite(server);
    await site.upload(questions);
  });
};
