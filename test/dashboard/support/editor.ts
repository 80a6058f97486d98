import type { Page } from 'playwright-core';
import type { UserInput } from './user-input.ts';

/** Creates a campaign on its page and opens the editor. */
export async function createCampaign(page: Page, input: UserInput, name: string): Promise<void> {
  await input.fill(page.getByLabel('Name', { exact: true }), name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/campaigns\/cmp_\w+\/edit$/);
  await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor();
}

export const openSection = (page: Page, input: UserInput, name: string): Promise<void> =>
  input.press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }));

export async function chooseContacts(page: Page, input: UserInput, names: readonly string[]): Promise<void> {
  await openSection(page, input, 'Audience');
  for (const name of names) {
    await input.fill(page.getByLabel('Add contacts', { exact: true }), name);
    await input.choose(page.getByRole('option', { name }));
    await page.getByLabel(`Remove ${name}`).waitFor();
    await page.keyboard.press('Escape');
  }
}

/** All hours of all days, so that the story does not depend on the time at which it runs. */
export async function openAllDay(page: Page, input: UserInput): Promise<void> {
  await openSection(page, input, 'Schedule');
  for (const day of ['Saturday', 'Sunday']) await input.press(page.getByRole('button', { name: day }));
  for (const label of ['From', 'To']) await page.getByLabel(label, { exact: true }).fill('00:00');
  await openSection(page, input, 'Emails');
  await input.press(page.locator('.step-title').first());
  await input.check(page.getByLabel('Only on business days'));
}
