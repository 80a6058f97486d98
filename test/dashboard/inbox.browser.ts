import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { type AddedReply, addReply, snoozeUntilEarlier } from '../api/support/replies.ts';
import { addCampaign, addContact, commitNow, setExecution } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories({
  appearances: [
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ],
});

const repliesOf = (page: Page) => page.getByRole('list', { name: 'Replies' });
const openTitle = (page: Page) => page.getByRole('article').getByRole('heading', { name: /^Question/ });

async function openInbox({ page, signIn }: Story): Promise<void> {
  await signIn();
  await page.goto('/dashboard/inbox');
  await waitForPage(page);
}

/** Replies of one contact, with the subjects “Question 1” and so on. The newest one has the highest number. */
async function seed(workspaceId: string, count: number): Promise<void> {
  const contactId = await addContact(workspaceId, { firstName: 'Grace', lastName: 'Hall' });
  let ids: Awaited<ReturnType<typeof addReply>>['ids'] | { contactId: string } = { contactId };
  for (let number = 1; number <= count; number++) {
    const content = {
      subject: `Question ${number}`,
      text: `Text of message ${number}.`,
      fromName: 'Grace Hall',
    };
    ({ ids } = await addReply(workspaceId, { ...ids, content }));
  }
}

story('the number of unread replies is in the navigation and in the title', async (it) => {
  const { page, workspace } = it;
  for (const number of [1, 2, 3])
    await addReply(workspace.workspaceId, { content: { subject: `Question ${number}` } });
  await openInbox(it);
  await waitUntil('the number', async () => (await page.title()) === '(3) Inbox · Outreach');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await openTitle(page).waitFor();

  await waitUntil('the smaller number', async () => (await page.title()).startsWith('(2) '));
  if (it.appearance.width > 600) await page.getByRole('navigation').getByText('2 unread').waitFor();
});

story('the answer stays beside the contact in a window of 1280 px', async (it) => {
  const { page, workspace } = it;
  await addReply(workspace.workspaceId, { content: { subject: 'Question 1' } });
  await openInbox(it);
  if (it.appearance.width < 600) return;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await openTitle(page).waitFor();
  await page.locator('.timeline').waitFor();
  const right = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
  const contactLeft = await page
    .getByRole('region', { name: 'Contact', exact: true })
    .evaluate((card) => card.getBoundingClientRect().left);

  await page
    .getByRole('textbox', { name: /^Answer/ })
    .fill('A line that is longer than the column. '.repeat(5));
  for (const selector of ['.answer textarea', '.answer button[type=submit]', '.messages > :first-child'])
    expect(await right(selector), selector).toBeLessThan(contactLeft);
});

story('the earlier replies of a conversation are read and done with the reply that is open', async (it) => {
  const { page, workspace } = it;
  await addReply(workspace.workspaceId, { content: { subject: 'Question of another contact' } });
  await seed(workspace.workspaceId, 3);
  await openInbox(it);
  await waitUntil('the number', async () => (await page.title()).startsWith('(4) '));
  const latest = repliesOf(page).getByRole('listitem').filter({ hasText: 'Question 3' });
  await latest.getByRole('link').click();
  await openTitle(page).waitFor();
  await waitUntil('the smaller number', async () => (await page.title()).startsWith('(1) '));
  await page.keyboard.press('e');

  // The next reply is of another conversation.
  await page.getByRole('heading', { name: 'Question of another contact' }).waitFor();
  await page.getByText('The reply is done').waitFor();
  await page.goto('/dashboard/inbox');
  await repliesOf(page).getByText('Question of another contact').waitFor();
  await expect.poll(() => repliesOf(page).getByRole('listitem').count()).toBe(1);
  await page.goto('/dashboard/inbox?folder=done');
  await expect.poll(() => repliesOf(page).getByRole('listitem').count()).toBe(3);
});

story('Undo opens a conversation that was marked as done by mistake', async (it) => {
  const { page, workspace } = it;
  await addReply(workspace.workspaceId, { content: { subject: 'Question of another contact' } });
  await seed(workspace.workspaceId, 2);
  await openInbox(it);
  await repliesOf(page).getByRole('listitem').filter({ hasText: 'Question 2' }).getByRole('link').click();
  await openTitle(page).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('heading', { name: 'Question of another contact' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();

  await waitUntil('the reopened replies', async () => {
    await page.goto('/dashboard/inbox');
    await waitForPage(page);

    return (await repliesOf(page).getByRole('listitem').count()) === 3;
  });
});

story('a snoozed reply is unread again at its time', async (it) => {
  const { page, workspace } = it;
  await seed(workspace.workspaceId, 1);
  const { replyId } = await addReply(workspace.workspaceId, { content: { subject: 'Question of June' } });
  await snoozeUntilEarlier(workspace.workspaceId, replyId);
  await openInbox(it);
  const returned = repliesOf(page).getByRole('listitem').filter({ hasText: 'Question of June' });
  await returned.getByText('unread').waitFor({ state: 'attached' });

  await returned.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await openTitle(page).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: /^In a week/ }).press('Enter');
  await page.getByText(/^The reply returns/).waitFor();
  await page.goto('/dashboard/inbox?folder=snoozed');
  await repliesOf(page).getByText('Question of June').waitFor();
});

story('copies, attachments, the contact and its activity are beside the thread', async (it) => {
  const { page, workspace } = it;
  const contactId = await addContact(workspace.workspaceId, { firstName: 'Grace', lastName: 'Hall' });
  const content = {
    subject: 'Question with files',
    cc: [
      { name: 'Bo Berg', email: 'bo@customer.example' },
      { name: '', email: 'kim@customer.example' },
    ],
    attachments: [{ name: 'order.pdf', type: 'application/pdf', sizeBytes: 48_210 }],
  };
  const { replyId } = await addReply(workspace.workspaceId, { contactId, content });
  await it.signIn();
  await page.goto(`/dashboard/inbox/${replyId}`);
  await openTitle(page).waitFor();
  await page.getByText('Cc: Bo Berg <bo@customer.example>, kim@customer.example').waitFor();
  await page.getByText('order.pdf').waitFor();

  const card = page.getByRole('region', { name: 'Contact' });
  if (it.appearance.width < 600) await card.getByRole('button', { name: 'Grace Hall' }).click();
  await card.getByText('Added').waitFor();
  await card.getByRole('link', { name: 'Open the contact' }).waitFor();
});

story('an automatic reply states when the next email is due', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const contactId = await addContact(workspaceId, { firstName: 'Grace', lastName: 'Hall' });
  const { id: campaignId } = await addCampaign(workspaceId, { contactIds: [contactId] });
  // At noon, all zones of the tests have the same date.
  const dueAt = Date.parse('2040-12-15T12:00:00Z');
  await setExecution(workspaceId, contactId, campaignId, {
    status: 'in_progress',
    dueAt,
    autoReplyDueAt: dueAt,
  });
  const execution = await findExecution(connected().table, workspaceId, contactId, campaignId);
  if (!execution) throw new Error('the contact is not enrolled');
  const ids = { contactId, campaignId, executionId: execution.id };
  const content = { subject: 'Question: out of office' };
  const automatic = await addReply(workspaceId, { ...ids, content, isAutomatic: true });
  const personal = await addReply(workspaceId, { ...ids, content });
  await it.signIn();
  await page.goto(`/dashboard/inbox/${automatic.replyId}`);
  await openTitle(page).waitFor();

  const notice = page.getByRole('status').filter({ hasText: 'because of this automatic reply' });
  await notice.getByText('The next email is due 15 Dec 2040, because').waitFor();
  await it.expectAccessible();
  const link = notice.getByRole('link', { name: 'Show the recipient' });
  expect(await link.getAttribute('href')).toBe(`/dashboard/contacts/${contactId}`);
  await page.goto(`/dashboard/inbox/${personal.replyId}`);
  await openTitle(page).waitFor();
  await page.getByRole('region', { name: 'Contact' }).getByText('Grace Hall').first().waitFor();
  expect(await notice.count()).toBe(0);
});

story('on a phone, one button has the filters, and the first reply is near the top', async (it) => {
  const { page, workspace, appearance } = it;
  await seed(workspace.workspaceId, 2);
  await openInbox(it);
  const isPhone = appearance.width < 600;
  const label = page.getByRole('combobox', { name: 'Label' });
  await repliesOf(page).getByRole('listitem').first().waitFor();

  expect(await label.isVisible()).toBe(!isPhone);
  if (!isPhone) expect(await label.textContent()).toBe('Any label');
  if (!isPhone) return;
  const box = await repliesOf(page).boundingBox();
  expect(box?.y).toBeLessThan(240);
  await page.getByRole('button', { name: 'Filters' }).click();
  await label.waitFor();
});

story('an answer that waits is cancelled, and the keyboard stays in the thread', async (it) => {
  const { page, workspace } = it;
  const reply = await addReply(workspace.workspaceId, { content: { subject: 'Question' } });
  await stopSending(workspace.workspaceId, reply);
  await it.signIn();
  await page.goto(`/dashboard/inbox/${reply.replyId}`);
  await openTitle(page).waitFor();
  await page.keyboard.press('r');
  await page.keyboard.type('On Monday.');
  await page.keyboard.press('Control+Enter');

  const cancel = page.getByRole('button', { name: 'Cancel the answer' });
  await cancel.waitFor();
  const message = page.getByRole('article').filter({ hasText: 'Waiting' }).last();
  await expect.poll(() => isFocused(message)).toBe(true);
  // The state is a button, which explains itself.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await isFocused(cancel)).toBe(true);
  await page.keyboard.press('Enter');

  await page.getByText('It was cancelled.').waitFor();
  const cancelled = page.getByRole('article').filter({ hasText: 'It was cancelled.' }).last();
  await expect.poll(() => isFocused(cancelled)).toBe(true);
});

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement);

/** The mail server of the account has failed, so an answer waits. */
async function stopSending(workspaceId: string, { ids }: AddedReply): Promise<void> {
  const account = await findAccount(connected().table, workspaceId, ids.emailAccountId);
  if (!account) throw new Error('there is no account');
  const failure = { kind: 'unreachable', smtpCode: null } as const;
  // The clock of the stack can be ahead.
  const { writes } = planSendFailure(workspaceId, account, failure, Date.now() + 86_400_000);
  await commitNow(workspaceId, { writes, result: undefined });
}
