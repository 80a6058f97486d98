import { expect } from 'vitest';
import { addAccount, draftCampaign, readCampaign } from '../../api/support/seed.ts';
import { fill } from '../support/keyboard.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories } from '../support/story.ts';

const story = defineStories();

story('without a connection, a save and the preview wait until it returns', async (it) => {
  const { page, workspace, problems } = it;
  await addAccount(workspace.workspaceId);
  const { id } = await draftCampaign(workspace.workspaceId);
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);
  problems.allowLostConnection();
  await page.context().setOffline(true);
  await page.getByText('No connection').waitFor();
  await fill(page, 'Subject', 'Written offline');
  await page.keyboard.press('ControlOrMeta+s');
  await it.expectAccessible();
  expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Written offline');

  await page.context().setOffline(false);
  await page.getByText('Campaign saved').first().waitFor();
  await page.getByText('No connection').waitFor({ state: 'detached' });
  if (it.appearance.width < 600) await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('region', { name: 'Preview' }).getByText('Written offline').first().waitFor();
  const campaign = await readCampaign(workspace.workspaceId, id);
  expect(campaign.steps[0]?.variants[0]?.subject).toBe('Written offline');
});
