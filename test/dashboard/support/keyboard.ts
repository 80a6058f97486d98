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

/** Replaces the text of a field, with the keyboard alone. */
export async function fillField(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** As `fillField`, for the field with this label. */
export const fill = (page: Page, label: string, text: string): Promise<void> =>
  fillField(page, page.getByLabel(label, { exact: true }), text);
