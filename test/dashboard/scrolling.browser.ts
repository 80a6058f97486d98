import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
const contacts = 10_000;
const scrolls = 60;
/** Down, up and down again. */
const directions = [1, -1, 1];
const scrollPixels = 400;
/** A virtual list has the visible rows and a few more. */
const rowsMax = 150;

story(
  'a list of 10,000 contacts scrolls without dropped frames, and renders only the visible rows',
  async (it) => {
    await importContacts(it);
    await it.signIn();
    await it.page.goto('/dashboard/contacts');
    await waitForPage(it.page);
    await it.page.getByRole('row').nth(2).waitFor();
    await it.page.mouse.move(720, 600);
    const passes: number[][] = [];
    for (const direction of directions) passes.push(await scroll(it.page, direction));
    const rows = await it.page.getByRole('row').count();

    console.info(`Long tasks in ms, by pass: ${JSON.stringify(passes)}; ${rows} rows are rendered`);
    expect(Math.min(...passes.map((longTasks) => longTasks.length))).toBe(0);
    expect(rows).toBeLessThanOrEqual(rowsMax);
  },
  300_000,
);

async function importContacts({ stack, workspace }: Story): Promise<void> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  const rows = Array.from(
    { length: contacts },
    (_, row) => `person-${row}@example.com,First ${row},Last ${row}`,
  );
  const Import = z.object({ importId: z.string(), status: z.string() });
  const started = await api.post(
    Import,
    '/contacts/import',
    `email,firstName,lastName\n${rows.join('\n')}\n`,
    {
      'content-type': 'text/csv',
    },
  );
  await waitUntil(
    'the import',
    async () => (await api.get(Import, `/contacts/imports/${started.importId}`)).status === 'completed',
    240_000,
  );
}

/**
 * The durations of tasks of 50 ms or more in milliseconds: each drops at least two frames. Other processes of the machine
 * cause some, so the best of several passes counts.
 */
async function scroll(page: Page, direction: number): Promise<number[]> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  for (let step = 0; step < scrolls; step += 1) {
    await page.mouse.wheel(0, direction * scrollPixels);
    await nextFrame(page);
  }

  return z.array(z.number()).parse(await page.evaluate(() => Reflect.get(window, 'longTasks')));
}

function nextFrame(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}
