/**
 * End-to-end tests on the built app in a real Chromium. Tests share their worker's server (support/test.ts); one
 * that kills its server starts one of its own.
 */
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, provisionBrowsers } from './tests/support/provision-chromium.ts';

// Workers read this file too; they find the paths that the first reading found.
if (!process.env.CHROME_SHELL_PATH) {
  const { whole, shell } = await provisionBrowsers();
  Object.assign(process.env, { CHROME_PATH: whole.path, CHROME_SHELL_PATH: shell.path });
}
const launched = (executablePath: string | undefined) => ({
  launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_ARGUMENTS },
});

/** They wait for a real minute to pass: a third worker does, which costs two cores little. */
const WAITING = /\/(?:candidate-journey|sealed-start|phone-clock|app-update)\.spec\.ts$/;

// Drawn without a phone's fine pixels, of which no test looks at one.
const phone = {
  ...devices['Galaxy S9+'],
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 1,
};

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/prepared-data.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 3,
  // Far above what any test takes, so that a busy machine fails none.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A step that hangs names itself, instead of the whole test running out of time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A trace of every test, kept or not, costs a fifth of the processor: run a test that failed again with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // The exam from end to end, the app's own updates, cameras and phones that die meet the whole browser that people have.
  projects: [
    {
      name: 'minutes',
      use: { ...phone, ...launched(process.env.CHROME_PATH) },
      testMatch: WAITING,
      workers: 1,
      // A minute of each is waiting, on a slow machine more.
      timeout: 600_000,
    },
    {
      name: 'phone',
      use: { ...phone, ...launched(process.env.CHROME_SHELL_PATH) },
      testIgnore: WAITING,
    },
  ],
});
