import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../../infra/local/demo/api-client.ts';
import type { Story } from '../support/story.ts';
import { numbers, openInbox, patience, rowsOf, seedReplies, story } from './replies.ts';

story('a user works through a day of 50 replies with the keyboard alone', async (it) => {
  const { page } = it;
  const { keyboard } = page;
  await seedReplies(it, 50);
  await openInbox(it);
  await expect.poll(() => page.title(), patience).toBe('(50) Inbox · Outreach');
  await pressAll(page, 'j', 'Enter', 'e', 'e', 'e');
  await expectOpen(page, 47);

  await pressAll(page, 'r');
  await keyboard.type('see you soon');
  await keyboard.press('Control+Enter');
  await page.getByText('The answer is being sent').first().waitFor();
  await pressAll(page, 'e', 's');
  await page.getByRole('menuitem', { name: /^In 3 hours/ }).waitFor();
  await keyboard.press('Enter');
  await expectOpen(page, 45);
  await pressAll(page, 'a');
  await page.getByRole('menuitem', { name: /\(me\)/ }).waitFor();
  await keyboard.press('Enter');
  await page.getByText('The reply is assigned to').first().waitFor();
  await pressAll(page, 'u');
  await page.getByRole('button', { name: 'Mark as read (u)' }).waitFor();

  await pressAll(page, ...(it.appearance.width < 600 ? 'jj' : ['j', 'j', 'Enter']));
  await expectOpen(page, 43);
  await pressAll(page, ...(it.appearance.width < 600 ? 'k' : ['k', 'Enter']));
  await expectOpen(page, 44);
  await pressAll(page, '?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Mark as done').waitFor();
  await it.expectAccessible();
  await keyboard.press('Escape');
  await pressAll(page, ...'eeeeeeeeeeeeeeeeeeee');
  await expectOpen(page, 24);

  const done = [50, 49, 48, 47, ...numbers(44, 25)];
  await expect.poll(() => numbersOf(it, 'isDone=true'), patience).toEqual(done);
  expect(await numbersOf(it, 'isSnoozed=true')).toEqual([46]);
  expect(await numbersOf(it, 'isDone=false&isSnoozed=false')).toEqual([45, ...numbers(24, 1)]);
});

story('the list scrolls with the replies that keys open, and a search finds one of them', async (it) => {
  const { page } = it;
  const isPhone = it.appearance.width < 600;
  await seedReplies(it, 30);
  await openInbox(it);
  await pressAll(page, 'j', 'Enter', ...'eeeeeeeeeeeeeeeeee');
  await expectOpen(page, 12);
  if (isPhone) await page.getByRole('link', { name: 'Inbox', exact: true }).first().click();
  else await expect(await openRow(page).boundingBox()).toMatchObject({ y: expect.toSatisfy(isInWindow) });

  await pressAll(page, '/');
  await page.keyboard.type('question 29');
  await expect.poll(() => rowsOf(page).count(), patience).toBe(1);
  await pressAll(page, 'Enter', 'j', 'Enter');
  await expectOpen(page, 29);
  await pressAll(page, 'e');
  await expect.poll(() => numbersOf(it, 'isDone=false'), patience).toEqual([29, ...numbers(12, 1)]);
});

story('a key that is held changes one reply', async (it) => {
  const { page } = it;
  await seedReplies(it, 4);
  await openInbox(it);
  await pressAll(page, 'j', 'Enter');
  for (let repetition = 0; repetition < 5; repetition += 1) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expectOpen(page, 3);

  await expect.poll(() => numbersOf(it, 'isDone=true'), patience).toEqual([4]);
});

const openRow = (page: Page) => rowsOf(page).filter({ has: page.locator('[data-open]') });
const isInWindow = (y: unknown): boolean => typeof y === 'number' && y > 0 && y < 860;

/** As fast as the browser takes them. */
async function pressAll(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const expectOpen = (page: Page, number: number): Promise<void> =>
  page
    .getByRole('article')
    .getByRole('heading', { name: `Question ${number}`, exact: true })
    .waitFor();

/** The numbers of the replies that the API lists, newest first. */
async function numbersOf({ stack, workspace }: Story, query: string): Promise<number[]> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  const replies = z.object({ data: z.array(z.object({ subject: z.string() })) });
  const { data } = await api.get(replies, `/replies?limit=100&${query}`);

  return data.map(({ subject }) => Number(subject.split(' ')[1]));
}
