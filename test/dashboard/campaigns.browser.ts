import { expect } from 'vitest';
import { addAccount, addCampaign, addContact } from '../api/support/seed.ts';
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
