import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addReply } from '../api/support/replies.ts';
import { addAccount, addContact, addSnippet, draftCampaign, readCampaign } from '../api/support/seed.ts';
import { fill, press, tabTo } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

const patience = { timeout: 15_000 };

story('a snippet is added, changed and deleted', async (it) => {
  const { page, problems } = it;
  problems.allowStatus(422);
  await it.signIn();
  await page.goto('/dashboard/settings/snippets');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Add snippet' }).first());
  await fill(page, 'Name', 'Call');
  await fill(page, 'Text', 'Hi {{nickname}}');
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name: 'Add snippet' }));
  await dialog.locator('.field-error').waitFor();
  await it.expectAccessible();
  await fill(page, 'Text', 'Hi {{firstName}}, shall we talk?');
  await press(page, dialog.getByRole('button', { name: 'Add snippet' }));
  await page.getByText('Call added').waitFor();

  await press(page, page.getByRole('button', { name: 'Edit Call' }));
  await fill(page, 'Name', 'Suggest a call');
  await it.expectAccessible();
  await press(page, dialog.getByRole('button', { name: 'Save changes' }));
  await press(page, page.getByRole('button', { name: 'Delete Suggest a call' }));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete snippet' }));
  await page.getByText('Suggest a call is deleted').waitFor();
  await page.getByText('No snippets').waitFor();
});

story('a snippet in an answer has the values of the contact', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const text =
    '{Hi|Hello} {{firstName}} of {{company.name | default: "your company"}}, {{city}}: shall we talk?';
  await addSnippet(workspaceId, { name: 'Call', text });
  const contactId = await addContact(workspaceId, { firstName: 'Grace' });
  const { replyId } = await addReply(workspaceId, { contactId });
  await it.signIn();
  // Enter chooses an item that is there when the menu opens.
  const loaded = page.waitForResponse(/\/snippets\?/u);
  await page.goto(`/dashboard/inbox/${replyId}`);
  await loaded;
  await waitForPage(page);
  const answer = page.getByRole('textbox', { name: /^Answer/ });
  await answer.waitFor();
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Call' }).waitFor();
  await it.expectAccessible();
  await page.keyboard.press('Enter');

  await expect
    .poll(() => answer.inputValue(), patience)
    .toBe('Hi Grace of your company, {{city}}: shall we talk?');
  await expect.poll(() => selectedText(page), patience).toBe('{{city}}');
});

story('a snippet in an email keeps its merge fields', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  await addSnippet(workspaceId, { name: 'Call', text: 'Hi {{firstName}},\n\nshall we <talk>?' });
  const text = await openBody(it, { bodyText: 'Bye' });
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await insert(it);
  expect(await savedBody(it, text)).toMatchObject({ bodyText: 'ByeHi {{firstName}},\n\nshall we <talk>?' });

  const html = await openBody(it, { bodyHtml: '<p>Bye</p>', bodyText: null });
  await tabTo(page, page.getByRole('textbox', { name: 'Formatted text' }));
  await page.keyboard.press('ControlOrMeta+a');
  await insert(it);
  await page.getByRole('img', { name: 'Merge field First name' }).waitFor();
  await it.expectAccessible();
  expect(await savedBody(it, html)).toMatchObject({
    bodyHtml: '<p>Hi {{firstName}},</p>\n<p>shall we &lt;talk&gt;?</p>',
  });
});

/** In the text area with the focus. */
const selectedText = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return undefined;

    return field.value.slice(field.selectionStart, field.selectionEnd);
  });

async function insert({ page }: Story): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Snippet' }));
  await page.getByRole('menuitem', { name: 'Call' }).waitFor();
  await page.keyboard.press('Enter');
}

async function openBody({ page, workspace, signIn }: Story, body: Record<string, unknown>): Promise<string> {
  const { workspaceId } = workspace;
  const emailAccountIds = [await addAccount(workspaceId)];
  const steps = [{ variants: [{ subject: 'Hello', ...body }] }];
  const { id } = await draftCampaign(workspaceId, { emailAccountIds, steps });
  await signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);
  await press(page, page.getByRole('link', { name: /^Emails/ }));

  return id;
}

async function savedBody({ page, workspace }: Story, id: string) {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Campaign saved').first().waitFor();

  return (await readCampaign(workspace.workspaceId, id)).steps[0]?.variants[0];
}
