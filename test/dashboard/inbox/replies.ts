import type { Page } from 'playwright-core';
import type { ReplyContent } from '#lib/replies/content.ts';
import { addReply } from '../../api/support/replies.ts';
import { addContact, addQuietAccount } from '../../api/support/seed.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories, type Story } from '../support/story.ts';

/** Stories on a desktop and on a phone. */
export const story = defineStories({
  appearances: [
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ],
});

export const patience = { timeout: 15_000 };

/** `from`, and so on down to `to` */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

/**
 * Replies of ten contacts with the subjects “Question 1” and so on. The newest one has the highest number.
 * @param contents of the oldest replies, instead
 */
export async function seedReplies(
  { workspace: { workspaceId } }: Story,
  count: number,
  contents: readonly Partial<ReplyContent>[] = [],
): Promise<void> {
  const emailAccountId = await addQuietAccount(workspaceId);
  const contactIds = await Promise.all(numbers(10, 1).map(() => addContact(workspaceId)));
  const add = (number: number) =>
    addReply(workspaceId, {
      emailAccountId,
      contactId: contactIds[number % contactIds.length] ?? '',
      fromEmail: 'grace@customer.example',
      at: Date.now() - (count - number) * 60_000,
      content: contents[number - 1] ?? { subject: `Question ${number}`, text: `Text of message ${number}.` },
    });
  await Promise.all(numbers(count, 1).map(add));
}

export async function openInbox({ page, signIn }: Story): Promise<void> {
  await signIn();
  await page.goto('/dashboard/inbox');
  await waitForPage(page);
  await rowsOf(page).first().waitFor();
}

export const rowsOf = (page: Page) => page.getByRole('list', { name: 'Replies' }).getByRole('listitem');
