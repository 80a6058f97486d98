import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAccount, addCampaign, addContact, startCampaign } from '../api/support/seed.ts';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story(
  'a campaign is started, shows its progress and its recipients, and is paused',
  async (it) => {
    const { page, workspace, inbox } = it;
    const email = `anna@${workspace.workspaceId.toLowerCase().replace('_', '-')}.example`;
    const contactId = await addContact(workspace.workspaceId, { email, firstName: 'Anna', lastName: 'Berg' });
    const emailAccountId = await addAccount(workspace.workspaceId);
    await addCampaign(workspace.workspaceId, {
      name: 'Spring offer',
      contactIds: [contactId],
      emailAccountIds: [emailAccountId],
      continuous: true,
    });
    await it.signIn();
    await page.goto('/dashboard/campaigns');
    await waitForPage(page);
    await it.expectAccessible();

    await press(page, page.getByRole('link', { name: 'Spring offer' }));
    await page.getByRole('heading', { level: 1, name: 'Spring offer' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Start', exact: true }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Start campaign' }));
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await inbox.waitForEmail(email);
    await page.getByRole('link', { name: '1 email: Sent' }).waitFor();
    await it.expectAccessible();

    await press(page, page.getByRole('link', { name: 'Recipients', exact: true }));
    await page.getByRole('table', { name: 'Recipients' }).getByText('Anna Berg').waitFor();
    await it.expectAccessible();

    await press(page, page.getByRole('button', { name: 'Pause', exact: true }));
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Pause campaign' }));
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await page.locator('.state-line').textContent()).toContain('Paused');
  },
  120_000,
);

story('a campaign with texts to replace starts only after a person has accepted them', async (it) => {
  const { page, workspace } = it;
  const { id } = await addCampaign(workspace.workspaceId, {
    name: 'Spring offer',
    contactIds: [await addContact(workspace.workspaceId)],
    emailAccountIds: [await addAccount(workspace.workspaceId)],
    steps: [{ variants: [{ subject: 'Who is responsible for [topic]?', bodyText: 'Hello' }] }],
  });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit?section=start`);
  await page.getByText('Texts in square brackets are not replaced. Email 1: [topic].').waitFor();
  await it.expectAccessible();
  await page.goto(`/dashboard/campaigns/${id}`);
  await press(page, page.getByRole('button', { name: 'Start', exact: true }));
  const dialog = page.getByRole('dialog');
  const start = dialog.getByRole('button', { name: 'Start campaign' });
  expect(await start.isDisabled()).toBe(true);
  await it.expectAccessible();

  await dialog.getByLabel('Send them as they are').check();
  await press(page, start);
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
});

story('the menu of a row pauses, edits, duplicates and deletes its campaign', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const emailAccountId = await addAccount(workspaceId);
  const { id } = await addCampaign(workspaceId, {
    name: 'Spring offer',
    emailAccountIds: [emailAccountId],
    continuous: true,
  });
  await startCampaign(workspaceId, id);
  await it.signIn();
  await openList(page);
  await chooseAction(page, 'Spring offer', 'Pause');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Pause campaign' }));
  await page.getByText('“Spring offer” is paused').waitFor();
  await page.getByRole('row', { name: /Spring offer.*Paused/ }).waitFor();
  await it.expectAccessible();

  await chooseAction(page, 'Spring offer', 'Resume');
  await page.waitForURL(/\/edit\?section=start$/);
  await openList(page);
  await chooseAction(page, 'Spring offer', 'Edit');
  await page.getByRole('heading', { level: 1, name: 'Edit Spring offer' }).waitFor();

  await openList(page);
  await chooseAction(page, 'Spring offer', 'Duplicate');
  const name = page.getByLabel('Name', { exact: true });
  await expect.poll(() => name.inputValue()).toBe('Spring offer (copy)');
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Create draft' }));
  await page.getByRole('heading', { level: 1, name: 'Edit Spring offer (copy)' }).waitFor();
  await page.locator('.step-title').filter({ hasText: 'Hello' }).waitFor();

  await openList(page);
  await chooseAction(page, 'Spring offer (copy)', 'Delete');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete campaign' }));
  await page.getByText('“Spring offer (copy)” is deleted').waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Spring offer/ }).count()).toBe(1);
});

story('the page of a campaign duplicates its emails and settings without its contacts', async (it) => {
  const { page, workspace } = it;
  const contactId = await addContact(workspace.workspaceId);
  const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring offer', contactIds: [contactId] });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}`);
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await press(page, page.getByRole('button', { name: 'Create draft' }));
  await page.getByRole('heading', { level: 1, name: 'Edit Spring offer (copy)' }).waitFor();
  await page.locator('.step-title').filter({ hasText: 'Hello' }).waitFor();
  await press(
    page,
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Audience' }),
  );
  await page.getByRole('link', { name: '0 enrolled' }).waitFor();
});

async function openList(page: Page): Promise<void> {
  await page.goto('/dashboard/campaigns');
  await waitForPage(page);
}

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `Actions for ${name}`, exact: true }));
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
