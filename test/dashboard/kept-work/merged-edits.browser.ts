import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { draftCampaign, readCampaign } from '../../api/support/seed.ts';
import { fill, press } from '../support/keyboard.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories, type Story } from '../support/story.ts';

const story = defineStories();
const steps = ['First', 'Second'].map((subject) => ({
  businessDaysOnly: false,
  thread: 'new',
  variants: [{ subject, bodyText: `${subject} text` }],
}));

story('emails that are edited in two tabs are both saved', async (it) => {
  const { page } = it;
  const { id, other } = await openTwoTabs(it);
  await fill(page, 'Subject', 'First, by tab 1');
  await save(page);
  await openEmail(other, 2);
  await fill(other, 'Subject', 'Second, by tab 2');
  await save(other);
  await other.getByText('It includes changes that another user').first().waitFor();

  expect(await readSubjects(it, id)).toEqual(['First, by tab 1', 'Second, by tab 2']);
  await openEmail(other, 1);
  expect(await other.getByLabel('Subject', { exact: true }).inputValue()).toBe('First, by tab 1');
  await other.close();
  await page.reload();
  await waitForPage(page);
});

story('of two texts of one field, the user chooses one', async (it) => {
  const { page } = it;
  const { id, other } = await openTwoTabs(it);
  await fill(other, 'Subject', 'First, by tab 2');
  await fill(other, 'Text', 'Text of tab 2');
  await save(other);
  it.problems.allowStatus(422);
  await fill(page, 'Subject', 'First, by tab 1');
  await page.keyboard.press('ControlOrMeta+s');

  const dialog = page.getByRole('dialog', { name: 'Choose the texts to keep' });
  const conflict = dialog.getByRole('group', { name: 'Email 1, variant A, subject' });
  await conflict.getByText('First, by tab 1').waitFor();
  await it.expectAccessible();
  await conflict.getByLabel('Saved by another user').check();
  await press(page, dialog.getByRole('button', { name: 'Save the chosen texts' }));
  await page.getByText('Campaign saved').first().waitFor();

  expect(await readSubjects(it, id)).toEqual(['First, by tab 2', 'Second']);
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Text of tab 2');
});

async function openTwoTabs(it: Story): Promise<{ readonly id: string; readonly other: Page }> {
  const { id } = await draftCampaign(it.workspace.workspaceId, { steps });
  await it.signIn();
  const other = await it.page.context().newPage();
  for (const tab of [it.page, other]) {
    await tab.goto(`/dashboard/campaigns/${id}/edit`);
    await waitForPage(tab);
  }

  return { id, other };
}

const openEmail = (page: Page, position: number): Promise<void> =>
  press(page, page.getByRole('region', { name: `Email ${position}` }).locator('.step-title'));

async function save(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Campaign saved').first().waitFor();
}

async function readSubjects({ workspace }: Story, id: string) {
  const campaign = await readCampaign(workspace.workspaceId, id);

  return campaign.steps.map(({ variants }) => variants[0]?.subject);
}
