import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForIdleNetwork } from './support/idle-network.ts';
import { readNavigation, waitForPage } from './support/pages.ts';
import { addCampaigns } from './support/past-first-campaign.ts';
import { defineStories } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
const requestsMax = 20;
/** Short steps, so that a timer that starts after a response is counted, too. */
const stepMs = 5_000;
const minuteMs = 60_000;

story(
  'a page that is open for a minute sends at most 20 requests, and none while it is hidden',
  async (it) => {
    const { page } = it;
    await addCampaigns(it.workspace.workspaceId);
    await it.signIn();
    await page.goto('/dashboard/');
    await waitForPage(page);
    const counts: Record<string, number> = {};

    for (const { label, path } of await readNavigation(page)) {
      const other = await page.context().newPage();
      await other.clock.install();
      await other.goto(path);
      await waitForPage(other);
      counts[label] = await countRequests(other);
      await hide(other);
      counts[`${label}, hidden`] = await countRequests(other);
      await other.close();
    }

    const excess = Object.entries(counts).filter(
      ([label, count]) => count > (label.endsWith('hidden') ? 0 : requestsMax),
    );
    expect(Object.keys(counts).length).toBeGreaterThan(10);
    expect(excess).toEqual([]);
  },
);

/** Requests that a page sends while a minute of its clock passes. */
async function countRequests(page: Page): Promise<number> {
  let count = 0;
  const increment = () => {
    count += 1;
  };
  page.on('request', increment);
  for (let passed = 0; passed < minuteMs; passed += stepMs) {
    await page.clock.runFor(stepMs);
    await waitForIdleNetwork(page);
  }
  page.off('request', increment);

  return count;
}

function hide(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}
