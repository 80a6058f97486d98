import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility.ts';

/** What no page may have, as one line each: barriers, several main headings or none, content or controls outside the window. */
export async function findPageFaults(page: Page): Promise<string[]> {
  const path = new URL(page.url()).pathname;
  const { headings, overflow, clipped } = await page.evaluate(() => ({
    headings: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ textContent }) => textContent.trim()),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    clipped: [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter((control) => {
        if (!control.checkVisibility() || control.getBoundingClientRect().right <= innerWidth + 1)
          return false;
        for (let parent = control.parentElement; parent; parent = parent.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return false;
        }

        return true;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  }));

  return [
    ...(headings.length === 1
      ? []
      : [`${path} has ${headings.length} main headings: ${headings.join(', ')}`]),
    ...(headings.includes('') ? [`${path} has an empty main heading`] : []),
    ...(overflow > 0 ? [`${path} is ${overflow} px wider than the window`] : []),
    ...clipped.map((control) => `${path} has a control outside the window: ${control}`),
    ...(await findBarriers(page)),
  ];
}
