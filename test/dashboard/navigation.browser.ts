import { expect } from 'vitest';
import { addContact } from '../api/support/seed.ts';
import { press } from './support/keyboard.ts';
import { openNavigation, waitForPage } from './support/pages.ts';
import { addCampaigns } from './support/past-first-campaign.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story('the menu of the user opens at the first press, and returns the focus', async (it) => {
  const { page, appearance, user } = it;
  await it.signIn();
  await page.goto('/dashboard/');
  await waitForPage(page);
  if (appearance.width < 600) await openNavigation(page, appearance.width);
  const button = page.getByRole('button', { name: /Ada/ });
  for (let opening = 0; opening < 2; opening += 1) {
    await press(page, button);
    await page.getByRole('group', { name: user.email }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

story('the button of the user keeps the focus while its menu is loaded', async (it) => {
  const { page, appearance, user } = it;
  const loading = Promise.withResolvers<void>();
  await page.route(/user-menu-popup/u, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await it.signIn();
  await page.goto('/dashboard/');
  await waitForPage(page);
  if (appearance.width < 600) await openNavigation(page, appearance.width);
  const button = page.getByRole('button', { name: /Ada/ });
  const isRequested = page.waitForRequest(/user-menu-popup/u);
  await press(page, button);
  await isRequested;
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  loading.resolve();
  await page.getByRole('group', { name: user.email }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor();
});

story('shortcuts of a single key can be turned off', async (it) => {
  const { page, appearance } = it;
  await it.signIn();
  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const toggle = async () => {
    if (appearance.width < 600) await openNavigation(page, appearance.width);
    await press(page, page.getByRole('button', { name: /Ada/ }));
    await page.getByRole('menuitem', { name: 'Shortcuts of a single key' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    if (appearance.width < 600) await page.keyboard.press('Escape');
  };
  await page.keyboard.press('?');
  await list.getByText('The menu of the user turns the keys off').waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });

  await toggle();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  expect(await list.count()).toBe(0);
  await page.keyboard.press('Escape');

  await toggle();
  await page.keyboard.press('?');
  await list.waitFor();
});

story('every page of the navigation is reached with the keyboard and has its own title', async (it) => {
  const { page, appearance } = it;
  await addCampaigns(it.workspace.workspaceId);
  await it.signIn();
  await page.goto('/dashboard/');
  await waitForPage(page);
  const navigation = await openNavigation(page, appearance.width);
  const labels = await navigation.getByRole('link').allTextContents();
  if (appearance.width < 600) await page.keyboard.press('Escape');
  const titles = new Set<string>();

  for (const label of labels.map((text) => text.trim())) {
    const opened = await openNavigation(page, appearance.width);
    await press(page, opened.getByRole('link', { name: label, exact: true }));
    await page.getByRole('heading', { level: 1, name: label }).waitFor();
    await waitForPage(page);
    titles.add(await page.title());
    await it.expectAccessible();
    expect(await widthOfOverflow(page), `${label} scrolls sideways`).toBe(0);
  }

  expect(labels.length).toBeGreaterThanOrEqual(8);
  expect(titles.size).toBe(labels.length);
});

story('a navigation announces the object and the page, and the first page announces nothing', async (it) => {
  const { page } = it;
  await addContact(it.workspace.workspaceId, { firstName: 'Grace', lastName: 'Hall' });
  await it.signIn();
  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  const announcement = page.getByRole('status').filter({ hasText: 'Grace Hall · Contact' });
  expect(await announcement.count()).toBe(0);

  await press(page, page.getByRole('link', { name: 'Grace Hall' }));
  await announcement.waitFor({ state: 'attached' });
  await it.expectAccessible();
});

/** Pixels by which the document is wider than the window. */
function widthOfOverflow(page: Parameters<typeof waitForPage>[0]): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
