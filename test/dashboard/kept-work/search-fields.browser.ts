import { expect } from 'vitest';
import { addAccount, addCompany, addContact, draftCampaign } from '../../api/support/seed.ts';
import { fill, tabTo } from '../support/keyboard.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories, type Story } from '../support/story.ts';

const story = defineStories();

story('Enter takes the match of a search field of the editor', async (it) => {
  const { page } = it;
  await openSection(it, 'audience');
  for (const [label, typed, chosen] of [
    ['Add contacts', 'Ada', 'Ada Berg'],
    ['Tags', 'winter', 'winter'],
    ['Tags', 'a new tag', 'a new tag'],
    ['Companies', 'initech', 'Initech'],
  ] as const) {
    await type(it, label, typed);
    await page.getByLabel(`Remove ${chosen}`, { exact: true }).waitFor();
  }
  await it.expectAccessible();
});

story('a text without a match stays in its field, which says so', async (it) => {
  const { page } = it;
  await openSection(it, 'audience');
  for (const label of ['Add contacts', 'Companies']) {
    await type(it, label, 'Nonesuch');
    await page.getByText('Nothing matches “Nonesuch”.').waitFor();
    await page.keyboard.press('Tab');
    const field = page.getByLabel(label, { exact: true });
    expect(await field.inputValue()).toBe('Nonesuch');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await it.expectAccessible();
    await field.fill('');
    await page.getByText('Nothing matches “Nonesuch”.').waitFor({ state: 'detached' });
  }
});

story('Enter takes the match of the contact for the preview', async (it) => {
  const { page, appearance } = it;
  await addAccount(it.workspace.workspaceId);
  await openSection(it, 'emails');
  if (appearance.width < 600) await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await type(it, 'Preview as', 'Ada');
  await page.getByText('Hello Ada').first().waitFor();
});

async function openSection({ page, workspace, signIn }: Story, section: string): Promise<void> {
  const { workspaceId } = workspace;
  const contact = { firstName: 'Ada', lastName: 'Berg', tags: ['winter', 'winter sports'] };
  await addContact(workspaceId, contact);
  await addContact(workspaceId, { firstName: 'Bob', lastName: 'Berg' });
  await addCompany(workspaceId, { name: 'Initech' });
  const { id } = await draftCampaign(workspaceId);
  await signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit${section === 'emails' ? '' : `?section=${section}`}`);
  await waitForPage(page);
}

/** Does not wait for the results of the search. */
async function type({ page }: Story, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await fill(page, label, text);
  await page.keyboard.press('Enter');
}
