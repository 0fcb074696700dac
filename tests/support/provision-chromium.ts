/**
 * Finds a Chromium that starts on this machine, or installs one. Order: CHROME_PATH, the system's,
 * Playwright's cached one, apt-get (as root), Playwright's download. Never returns a path that it has
 * not seen answer `--version`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installWithApt, runCommand } from './run-command.ts';

export interface Chromium {
  readonly path: string;
  /** For example "Chromium 156.0.8078.79". */
  readonly version: string;
  /** Where it came from, in words for the log. */
  readonly source: string;
}

const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * How the tests start Chromium. Each new context is a window of the whole browser, which loads two pages of its own for
 * the suggestions under an address bar that nobody sees: two thirds of a second of processor time for every test. So
 * they are switched off. A second `--disable-features` replaces Playwright's, so Playwright's names are listed here as
 * well.
 */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${[...PLAYWRIGHTS_OWN, ...SUGGESTIONS].join(',')}`,
];

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function onPath(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const ofSystem = () => onPath(SYSTEM_NAMES) ?? SYSTEM_PATHS.find(existsSync);

async function answering(path: string | undefined, source: string): Promise<Chromium | undefined> {
  if (!path || !existsSync(path)) return undefined;
  const { code, output } = await runCommand(path, ['--version', '--no-sandbox']);
  if (code !== 0) return undefined;
  const line = output.split('\n').find((text) => /\d+\.\d+\.\d+/.test(text));
  return { path, version: line?.trim() ?? 'unknown version', source };
}

/**
 * @throws Error with one sentence that names everything that was tried, if there is no Chromium and none can be
 * installed
 */
export async function provisionChromium(): Promise<Chromium> {
  const given = process.env.CHROME_PATH;
  if (given) {
    const found = await answering(given, 'CHROME_PATH');
    if (found) return found;
    throw new Error(`CHROME_PATH is ${given}, but no browser answers there.`);
  }
  const present =
    (await answering(ofSystem(), 'installed on this machine')) ??
    (await answering(chromium.executablePath(), 'in the Playwright cache'));
  if (present) return present;

  const aptFailure = await installWithApt('chromium');
  const installed = await answering(ofSystem(), 'installed just now with apt-get');
  if (installed) return installed;

  const cli = join(createRequire(import.meta.url).resolve('playwright/package.json'), '../cli.js');
  const asked = await runCommand(process.execPath, [cli, 'install', 'chromium']);
  const downloaded = await answering(
    chromium.executablePath(),
    'downloaded just now by Playwright',
  );
  if (downloaded) return downloaded;

  throw new Error(
    `No Chromium: none found on this machine; ${aptFailure ?? 'apt-get installed one that does not start'}; ` +
      `playwright install: ${asked.output.trim().split('\n').at(-1)}. ` +
      'Install Chromium or set CHROME_PATH to one.',
  );
}

export interface Browsers {
  readonly whole: Chromium;
  /** The same engine without windows, for tests that look only at pages: takes a fifth less processor time. */
  readonly shell: Chromium;
}

const SHELL = 'chromium-headless-shell';

/** If there is no shell, or CHROME_PATH names a browser, the whole browser does everything. */
export async function provisionBrowsers(): Promise<Browsers> {
  const isGiven = process.env.CHROME_PATH !== undefined;
  const whole = await provisionChromium();
  return { whole, shell: (isGiven ? undefined : await provisionShell()) ?? whole };
}

async function provisionShell(): Promise<Chromium | undefined> {
  const present = await answering(onPath([SHELL]), 'installed on this machine');
  if (present) return present;
  // In the version of the Chromium that is installed, so that apt-get changes nothing else.
  const { code, output } = await runCommand('dpkg-query', ['-W', 'chromium-common']);
  if (code !== 0) return undefined;
  if (await installWithApt(`${SHELL}=${output.trim().split('\t')[1]}`)) return undefined;
  return answering(onPath([SHELL]), 'installed just now with apt-get');
}
