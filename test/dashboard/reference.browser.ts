import { expect } from 'vitest';
import { defineStories } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });

// The story fails for every message of the browser, so also for a style or a script that the policy of the page blocks.
story('the API reference is shown under its policy, with its styles', async ({ page }) => {
  await page.goto('/docs');
  await page.getByText('Receiving webhooks').first().waitFor();
  const counts = await page.evaluate(() =>
    [...document.querySelectorAll('style')].map(({ sheet }) => sheet?.cssRules.length ?? 0),
  );

  expect(counts).toHaveLength(3);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});
