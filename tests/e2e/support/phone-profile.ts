/** A browser with a disk: what it stored is still there after it was closed, or killed as if the battery were empty. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type PlaywrightTestConfig, test } from '@playwright/test';
import { killProcessTree } from '#tests/support/kill-process-tree.ts';
import { watchPolicy } from './test.ts';

export interface PhoneProfile {
  open(): Promise<BrowserContext>;
  /** Sends SIGKILL to the open browser. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export type PhoneUse = NonNullable<PlaywrightTestConfig['use']>;

/**
 * @param use Playwright's options for the browser; those of the test's project by default
 * @param disk the folder that the profile is made in
 * @param keeps the origin whose storage the browser has promised to keep, as it does for an installed app
 */
export async function phoneProfile(
  use?: PhoneUse,
  { disk = tmpdir(), keeps }: { disk?: string | undefined; keeps?: string } = {},
): Promise<PhoneProfile> {
  const folder = await mkdtemp(join(disk, 'pariksha-phone-'));
  if (keeps) await promiseToKeep(folder, keeps);
  let context: BrowserContext | null = null;

  return {
    async open() {
      const { launchOptions, viewport, userAgent, hasTouch, isMobile, deviceScaleFactor } =
        use ?? test.info().project.use;
      context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        ...(viewport && { viewport }),
        ...(userAgent && { userAgent }),
        ...(hasTouch !== undefined && { hasTouch }),
        ...(isMobile !== undefined && { isMobile }),
        ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
      });
      context.setDefaultTimeout(60_000);
      await watchPolicy(context);
      return context;
    },
    async kill() {
      if (!context) throw new Error('No browser is open.');
      const gone = new Promise((resolve) => context?.once('close', resolve));
      await killProcessTree(await browserOf(folder));
      await gone;
      context = null;
    },
    async remove() {
      await context?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function promiseToKeep(folder: string, origin: string): Promise<void> {
  const durable_storage = { [`${origin},*`]: { setting: 1 } };
  const preferences = { profile: { content_settings: { exceptions: { durable_storage } } } };
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
}

/**
 * The browser's first process: the one that has the profile in its arguments and isn't a child, which has a `--type`.
 */
async function browserOf(folder: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const pid of pids) {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (
      args.includes(`--user-data-dir=${folder}`) &&
      !args.some((arg) => arg.startsWith('--type='))
    )
      found.push(Number(pid));
  }
  const [first] = found.sort((a, b) => a - b);
  if (first === undefined) throw new Error('The browser’s process was not found.');
  return first;
}
