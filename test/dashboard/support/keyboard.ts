import type { Locator, Page } from 'playwright-core';

/** More stops than any page has. */
const stopsMax = 200;

/** Moves the focus to the element with Tab. @throws when Tab does not reach it */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Follows a link or presses a button with the keyboard alone. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the text of the field with this label, with the keyboard alone. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
