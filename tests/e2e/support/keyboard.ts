/**
 * A person without a mouse goes from element to element with Tab, and must see where the focus is. Nothing here
 * focuses, fills or presses an element directly.
 */
import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';

interface TabOptions {
  /** Backwards, with Shift. */
  back?: boolean;
  /** The most presses of Tab. */
  within?: number;
}

/** Presses Tab until the element has the focus, and expects it to be visible and not covered. */
export async function tabTo(page: Page, wanted: Locator, options: TabOptions = {}): Promise<void> {
  const { back = false, within = 60 } = options;
  const passed: string[] = [];
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < within; pressed += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      await expectFocusSeen(wanted);
      return;
    }
    passed.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? ''));
  }
  throw new Error(`${wanted} has no focus after ${within} presses of Tab:\n${passed.join('\n')}`);
}

export async function pressAt(page: Page, wanted: Locator, options?: TabOptions): Promise<void> {
  await tabTo(page, wanted, options);
  await page.keyboard.press('Enter');
}

/** Replaces what the field holds by typing. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Chooses in a drop-down by typing how the option begins. */
export async function chooseIn(page: Page, field: Locator, label: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(label);
  await expect(field.locator('option:checked')).toContainText(label);
}

/** @param local as the field's value has it: YYYY-MM-DDTHH:mm */
export async function typeTime(page: Page, field: Locator, local: string): Promise<void> {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)$/.exec(local) ?? [];
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  const twelve = String(Number(hour) % 12 || 12).padStart(2, '0');
  // The browser's own language decides on the order of the parts.
  const orders = [
    [month, day, year, twelve, minute, half],
    [day, month, year, twelve, minute, half],
    [day, month, year, hour, minute],
  ];
  await tabTo(page, field);
  for (const parts of orders) {
    for (let part = 0; part < 6; part += 1) await page.keyboard.press('ArrowLeft');
    for (const [index, part] of parts.entries()) {
      await page.keyboard.type(part);
      // After two digits the browser goes on to the next part; after four digits of a year it waits for more.
      if (index === 2) await page.keyboard.press('ArrowRight');
    }
    if ((await field.inputValue()) === local) return;
  }
  throw new Error(`${local} could not be typed; the field has “${await field.inputValue()}”.`);
}

/** Opens the field's file chooser by keyboard and chooses the file there. */
export async function chooseFile(
  page: Page,
  field: Locator,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  // Waits for the chooser from before the first Tab, so that its event isn't missed.
  const opened = page.waitForEvent('filechooser');
  await tabTo(page, field);
  await page.keyboard.press('Enter');
  await (await opened).setFiles(file);
}

/** Expects the focus to be marked, on the screen, and not covered by anything. */
async function expectFocusSeen(focused: Locator): Promise<void> {
  await expect(focused).toBeInViewport();
  const trouble = await focused.evaluate((element) => {
    // A file field is drawn by its label.
    const shown = (element instanceof HTMLInputElement && element.closest('label')) || element;
    const { outlineStyle, boxShadow } = getComputedStyle(shown);
    if (outlineStyle === 'none' && boxShadow === 'none') return 'its focus is not marked';
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const related = above && (shown.contains(above) || above.contains(shown));
    return related ? null : `${above?.outerHTML.slice(0, 90)} covers it`;
  });
  expect(trouble, String(focused)).toBeNull();
}
