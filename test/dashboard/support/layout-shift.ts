import type { Page, Route } from 'playwright-core';

interface Shifts {
  /** Sum of all layout shifts without user input; at least the Cumulative Layout Shift. */
  readonly score: number;
  /** The elements that moved, with the distance in pixels. */
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    layoutShifts: { score: number; moved: string[] };
  }
}

/** Applies to all pages that are opened later. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { score: 0, moved: [] as string[] };
    window.layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.score += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${element?.tagName.toLowerCase()}.${element?.className}`;
          shifts.moved.push(
            `${name} ${Math.round(currentRect.top - previousRect.top)} px (${entry.value.toFixed(3)})`,
          );
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

export const readShifts = (page: Page): Promise<Shifts> => page.evaluate(() => window.layoutShifts);

/**
 * Holds back the requests of a page for data until `release` is called, so that the page shows its loading state. Requests for
 * its files and its session continue.
 */
export async function holdData(page: Page): Promise<{ release(): Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  const isData = ({ pathname }: URL) =>
    pathname === '/dashboard/stats' || !/^\/(dashboard\/|auth\/session$|favicon)/.test(pathname);
  await page.route(isData, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });

  return {
    release: async () => {
      isHeld = false;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
