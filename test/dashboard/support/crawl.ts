import type { Page } from 'playwright-core';
import { waitForPage } from './pages.ts';

export interface FoundPage {
  /** File name of its picture: `contacts-id`. */
  readonly name: string;
  /** Path and query. */
  readonly address: string;
}

const root = '/dashboard/';

/**
 * Every page that links lead to from the start page. Pages that differ only in ids and queries count once.
 * @param page signed in, on a desktop
 */
export async function findPages(page: Page): Promise<FoundPage[]> {
  const found = new Map<string, string>([['overview', root]]);
  const waiting = [root];

  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    await page.goto(address);
    await waitForPage(page);
    const links = await page.locator(`a[href^="${root}"]`).evaluateAll((anchors) =>
      anchors.map((anchor) => {
        const { pathname, search } = new URL(anchor.getAttribute('href') ?? '', location.href);

        return pathname + search;
      }),
    );
    for (const link of links) {
      const name = nameOf(link);
      if (found.has(name)) continue;
      found.set(name, link);
      waiting.push(link);
    }
  }

  return [...found].map(([name, address]) => ({ name, address }));
}

/** `/dashboard/contacts/con_01ARZ…` is `contacts-id`. */
function nameOf(link: string): string {
  const parts = (link.split('?')[0] ?? '').slice(root.length).split('/');
  const names = parts.map((part) => (/^[a-z]{2,4}_[0-9A-Z]{20,}/.test(part) ? 'id' : part));

  return names.join('-') || 'overview';
}
