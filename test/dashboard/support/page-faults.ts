import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility.ts';

/** What no page may have, as one line each: several main headings or none, and the faults of every state. */
export async function findPageFaults(page: Page): Promise<string[]> {
  const path = pathOf(page);
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map(({ textContent }) => textContent.trim()),
  );

  return [
    ...(headings.length === 1
      ? []
      : [`${path} has ${headings.length} main headings: ${headings.join(', ')}`]),
    ...(headings.includes('') ? [`${path} has an empty main heading`] : []),
    ...(await findStateFaults(page)),
  ];
}

/** What no state of a page may have, such as an open dialog or a selection: barriers, content or controls outside the window. */
export async function findStateFaults(page: Page): Promise<string[]> {
  const path = pathOf(page);
  const { overflow, clipped } = await page.evaluate(() => ({
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
    ...(overflow > 0 ? [`${path} is ${overflow} px wider than the window`] : []),
    ...clipped.map((control) => `${path} has a control outside the window: ${control}`),
    ...(await findBarriers(page)),
  ];
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;
