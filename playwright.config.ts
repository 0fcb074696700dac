/**
 * End-to-end tests on the built app in a real Chromium. Each test starts the servers it needs by itself
 * (it kills and restarts them), so none is started here.
 */
import { defineConfig, devices } from '@playwright/test';
import { provisionChromium } from './tests/support/provision-chromium.ts';

// Workers read this file too; they find the path that the first reading found.
process.env.CHROME_PATH ||= (await provisionChromium()).path;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/support/prepared-data.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A step that hangs names itself, instead of the whole test running out of time.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Galaxy S9+'], viewport: { width: 360, height: 800 } },
    },
  ],
});
