import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openInbox, patience, rowsOf, seedReplies, story } from './replies.ts';

const olderReplies = [
  { subject: 'Invoice of May', text: 'Please send it again.' },
  { subject: 'Question of June', text: `${'Thank you. '.repeat(60)}We keep a zebra.` },
  { subject: 'Question of July', text: 'Call me.', fromName: 'Zoë Müller' },
];

story('a search finds subjects, words of long texts and people, also on later pages', async (it) => {
  const { page } = it;
  await seedReplies(it, 115, olderReplies);
  await openInbox(it);
  await expectFound(page, 'invoice', 'Invoice of May');
  await expectFound(page, 'ZEBRA', 'Question of June');
  await expectFound(page, 'muller zoe', 'Question of July');
  await it.expectAccessible();
  await search(page, 'no such word');
  await page.getByRole('status').getByText('No reply matches').waitFor({ state: 'attached' });
  await page.getByRole('heading', { name: 'No reply matches' }).waitFor();

  await search(page, 'question');
  await rowsOf(page).getByText('Question 115').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Replies' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('j');
  await expect
    .poll(async () => {
      await page.keyboard.press('End');

      return rowsOf(page).getByText('Question of June').count();
    }, patience)
    .toBe(1);
});

story('a reload and a step back keep the search', async (it) => {
  const { page } = it;
  await seedReplies(it, 3);
  await openInbox(it);
  await expectFound(page, 'question 2', 'Question 2');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'Question 2' }).waitFor();
  await page.reload();
  await page.getByRole('article').getByRole('heading', { name: 'Question 2' }).waitFor();
  await page.goBack();

  await expect.poll(() => rowsOf(page).count(), patience).toBe(1);
  expect(await searchField(page).inputValue()).toBe('question 2');
});

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search replies' });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Escape');
  await searchField(page).fill(text);
}

/** Exactly one reply, which has this subject. */
async function expectFound(page: Page, text: string, subject: string): Promise<void> {
  await search(page, text);
  await expect.poll(() => rowsOf(page).count(), patience).toBe(1);
  await rowsOf(page).getByText(subject, { exact: true }).waitFor();
}
