import type { Page } from 'playwright-core';
import { waitForIdleNetwork } from './idle-network.ts';
import { press } from './keyboard.ts';

export interface NavigationLink {
  readonly label: string;
  /** Path on the host. */
  readonly path: string;
}

/** The main navigation. On a phone, it opens first. */
export async function openNavigation(page: Page, width: number) {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  if (width < 600) await press(page, page.getByRole('button', { name: 'Open the navigation' }));
  await navigation.waitFor();

  return navigation;
}

/** The pages that the main navigation of a desktop links to. */
export async function readNavigation(page: Page): Promise<NavigationLink[]> {
  const links = await (await openNavigation(page, 1440)).getByRole('link').all();

  return Promise.all(
    links.map(async (link) => ({
      label: ((await link.textContent()) ?? '').trim(),
      path: new URL((await link.getAttribute('href')) ?? '', page.url()).pathname,
    })),
  );
}

/** Waits until a page has its heading and no request is running. */
export async function waitForPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitForIdleNetwork(page);
}
