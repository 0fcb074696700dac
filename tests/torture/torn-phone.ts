/** A candidate's phone: a browser with a disk, the exam open in it, and everything that can happen to the two. */

import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { PaidCandidate } from '../e2e/support/exam-site.ts';
import { setDate, startWithDateOff } from '../e2e/support/lying-clock.ts';
import { type PhoneProfile, type PhoneUse, phoneProfile } from '../e2e/support/phone-profile.ts';
import { COUNTED, countLateness } from './lateness.ts';
import { readScreen, type Screen } from './screen.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';
import type { Blow } from './weather.ts';

/** Longer than anything takes that is not broken, even on a busy machine. */
export const PATIENCE_MS = 60_000;
const LOOK_PATIENCE_MS = 10_000;
/**
 * No person opens the page again sooner. Chromium 156 never answers a page that is opened at the very moment when the last page goes and
 * a new version waits, because it is stopping the old worker then.
 */
const REOPEN_MS = 500;
const LOOK_MS = 20;

/** tsx compiles the code that runs in the page, and the compiled code calls this helper. */
const KEEP_NAMES = 'globalThis.__name ??= (named) => named;';

/** What the page said or didn't say, for whoever looks for the fault. */
export class Unkept extends Error {
  override readonly name = 'Unkept';
}

/** Chromium that is started on a full disk can't read its caches, so nothing serves the page. */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}

export class TornPhone {
  /** Errors that its pages wrote to the console, other than failed requests, and errors that nothing caught. */
  readonly errors: string[] = [];
  readonly #profile: PhoneProfile;
  readonly #url: string;
  readonly #disk: SmallDisk | null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #isOffline = false;
  #isFull = false;
  #shift = 0;

  private constructor(profile: PhoneProfile, url: string, disk: SmallDisk | null) {
    this.#profile = profile;
    this.#url = url;
    this.#disk = disk;
  }

  static async start(url: string, use?: PhoneUse): Promise<TornPhone> {
    const disk = await smallDisk();
    const phone = new TornPhone(
      await phoneProfile(use, { disk: disk?.folder, keeps: url }),
      url,
      disk,
    );
    await phone.#openBrowser();
    return phone;
  }

  get page(): Page {
    if (!this.#page) throw new Error('No page is open.');
    return this.#page;
  }

  /** Signs this candidate in as if nobody else had ever used this phone, then opens the exam's page. */
  async signIn({ stored }: PaidCandidate): Promise<void> {
    this.#shift = 0;
    await this.setOffline(false);
    const page = await this.#newPage();
    await pause(REOPEN_MS);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: this.#url,
      storageTypes: 'indexeddb,local_storage',
    });
    await page.goto(`${this.#url}/robots.txt`);
    await page.evaluate((user) => localStorage.setItem('user', user), stored);
    await this.#goTo();
  }

  /** Resolves when the service worker says that it has the whole exam. */
  async untilKept(): Promise<void> {
    const isKept = () =>
      this.page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        const { port1, port2 } = new MessageChannel();
        const answer = new Promise<boolean>((resolve) => {
          port1.onmessage = ({ data }) => resolve(data === true);
        });
        active?.postMessage({ type: 'KEEP_EXAM' }, [port2]);
        return (await answer) && navigator.serviceWorker.controller !== null;
      });
    while (!(await isKept())) await pause(100);
  }

  /**
   * Looks for a new version, as the browser does by itself from time to time. Without a server it finds none.
   * @returns whether the look has ended: it waits for an earlier look that began in a dead network, which may never end
   */
  async lookForUpdate(): Promise<boolean> {
    return this.page.evaluate(async (patience) => {
      const registration = await navigator.serviceWorker.getRegistration();
      const looked = registration?.update().then(
        () => true,
        () => true,
      );
      const late = new Promise<boolean>((end) => setTimeout(() => end(false), patience));
      return Promise.race([looked ?? true, late]);
    }, LOOK_PATIENCE_MS);
  }

  /**
   * Opens the page again until it has this version. Only a look for updates that hangs can still hold up the version, and killing the
   * browser ends that look.
   */
  async untilVersion(version: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      const hasLooked = await this.lookForUpdate();
      await this.suffer(hasLooked ? 'tab closed' : 'browser killed', 0);
      const shown = await this.until('a page', ({ headings }) => headings.length > 0);
      if (shown.version === version) return;
      await pause(200);
    }
    throw new Unkept(`version ${version} of the app does not come after the receipt`);
  }

  /**
   * Looks at the page until `isSo` is true of it.
   * @throws Unkept with what was waited for and what the page says instead
   */
  async until(
    what: string,
    isSo: (screen: Screen) => boolean,
    patience = PATIENCE_MS,
  ): Promise<Screen> {
    const end = performance.now() + patience;
    let last: Screen | null = null;
    while (performance.now() < end) {
      // A page that is loading can't be read.
      last = await readScreen(this.page).catch(() => last);
      if (last && isSo(last)) return last;
      await pause(LOOK_MS);
    }
    throw new Unkept(`waited for ${what}; the page says ${JSON.stringify(last)}`);
  }

  async press(name: string | RegExp, exact = true): Promise<void> {
    await this.page.getByRole('button', { name, exact }).first().click({ timeout: PATIENCE_MS });
  }

  /** Presses the button only if it is still there: a page that didn't load fully may have retried by itself. */
  async tryAgain(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Try again', exact: true }).first();
    if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => {});
  }

  async choose(option: number): Promise<void> {
    await this.page.getByRole('radio').nth(option).click({ timeout: PATIENCE_MS });
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    // Chromium may never answer for a service worker that it is stopping, but the page and a new worker are told. A browser that is being
    // killed refuses, and the next browser is told as it starts.
    // browser is being killed it refuses, and the next one is told as it starts.
    await Promise.race([
      this.#context?.setOffline(isOffline).catch(() => {}),
      pause(LOOK_PATIENCE_MS, null, { ref: false }),
    ]);
  }

  /** @returns false when this machine has no disk that can be filled */
  async fillDisk(): Promise<boolean> {
    await this.#disk?.fill();
    this.#isFull = this.#disk !== null;
    return this.#isFull;
  }

  async freeDisk(): Promise<void> {
    this.#isFull = false;
    await this.#disk?.free();
  }

  /** @param minutes by which `clock set` moves the date; an even number makes `storage closed` close it without an event */
  async suffer(
    blow: Exclude<Blow, 'second phone' | 'app updated'>,
    minutes: number,
  ): Promise<void> {
    switch (blow) {
      case 'reload':
        await this.page.reload({ waitUntil: 'commit', timeout: PATIENCE_MS });
        return;
      case 'tab closed':
        await this.page.close();
        break;
      case 'tab crashed':
        await this.#crash();
        break;
      case 'browser killed':
        await this.#profile.kill();
        await this.#openBrowser();
        break;
      case 'storage closed':
        await this.page.evaluate(
          (silently) => {
            dispatchEvent(new CustomEvent('close-the-storage', { detail: silently }));
          },
          minutes % 2 === 0,
        );
        return;
      case 'clock set':
        this.#shift += minutes * 60_000;
        await setDate(this.page, minutes * 60_000);
        return;
    }
    await pause(REOPEN_MS);
    await this.#newPage();
    await this.#goTo();
  }

  async reopen(): Promise<void> {
    await this.suffer('browser killed', 0);
  }

  async remove(): Promise<void> {
    await this.#profile.remove();
    await this.#disk?.remove();
  }

  async #openBrowser(): Promise<void> {
    this.#context = await this.#profile.open();
    await this.#context.addInitScript(KEEP_NAMES);
    await this.#context.addInitScript(countLateness, COUNTED);
    await this.#context.addInitScript(letStorageClose);
    await this.#context.setOffline(this.#isOffline);
    this.#page = null;
  }

  /** Opens a new page in place of the last one. */
  async #newPage(): Promise<Page> {
    if (!this.#context) throw new Error('No browser is open.');
    const page = await Promise.race([
      aloneIn(this.#context),
      pause(PATIENCE_MS, null, { ref: false }),
    ]);
    if (!page) {
      // The browser hung once in some seven hundred sittings. A person would start it again.
      await this.#profile.kill();
      await this.#openBrowser();
      return this.#newPage();
    }
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
    page.on('pageerror', ({ message }) => this.errors.push(message));
    page.on('console', (message) => {
      const isOurs = message.type() === 'error' && !/Failed to load|net::ERR/.test(message.text());
      if (isOurs) this.errors.push(message.text());
    });
    await startWithDateOff(page, this.#shift);
    this.#page = page;
    return page;
  }

  async #goTo(): Promise<void> {
    try {
      await this.page.goto(`${this.#url}/exam`, { waitUntil: 'commit', timeout: PATIENCE_MS });
    } catch (error) {
      throw this.#isFull ? new NoPage('nothing serves the page', { cause: error }) : error;
    }
  }

  async #crash(): Promise<void> {
    const { page } = this;
    const gone = page.waitForEvent('crash', { timeout: PATIENCE_MS });
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => {});
    await gone;
  }
}

/** Opens a new page and closes all others. */
async function aloneIn(context: BrowserContext): Promise<Page> {
  const before = context.pages();
  const page = await context.newPage();
  for (const one of before) await one.close();
  return page;
}

/** Runs in the page before the app. Lets a test close what the app opened of IndexedDB, as browsers do when a disk fails. */
function letStorageClose(): void {
  const opened = new Set<IDBDatabase>();
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const asked = open.apply(this, given);
    asked.addEventListener('success', () => opened.add(asked.result));
    return asked;
  };
  addEventListener('close-the-storage', (event) => {
    const isSilent = event instanceof CustomEvent && event.detail === true;
    for (const database of opened) {
      database.close();
      if (!isSilent) database.dispatchEvent(new Event('close'));
    }
    opened.clear();
  });
}
