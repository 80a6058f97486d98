import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { contactKey } from '#lib/contacts/items.ts';
import { addCampaign, addCompany, addContact } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

story('contacts are filtered by tag, company, campaign, custom field and last contact', async (it) => {
  const { page } = it;
  await addPeople(it);
  await it.signIn();
  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  await expectNames(page, ['Di', 'Cy', 'Bob', 'Ann']);
  if (it.appearance.width < 600) await press(page, page.getByRole('button', { name: 'Filters' }));

  await type(page, 'Tag', 'lead');
  await expectNames(page, ['Cy', 'Bob', 'Ann']);
  await type(page, 'Company', 'north');
  await expectNames(page, ['Bob', 'Ann']);
  await type(page, 'Campaign', 'spring');
  await expectNames(page, ['Ann']);
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Clear filters' }));
  await expectNames(page, ['Di', 'Cy', 'Bob', 'Ann']);

  await type(page, 'Custom field', 'plan');
  await expectNames(page, ['Cy', 'Bob']);
  await page.getByLabel('Value of plan').fill('GOLD');
  await expectNames(page, ['Cy']);
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Choose all' }));
  await press(page, page.getByRole('button', { name: 'Actions' }));
  await page.getByRole('menuitem', { name: 'Add tags' }).click();
  await page.getByRole('dialog', { name: 'Add tags to 1 contact matching the filters' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Clear filters' }));

  await chooseLastContact(page, 'Never contacted');
  await expectNames(page, ['Di', 'Cy', 'Ann']);
  await chooseLastContact(page, 'Contacted since');
  await page.getByLabel('Since', { exact: true }).fill('2026-01-01T00:00');
  await page.keyboard.press('Enter');
  await expectNames(page, ['Bob']);
  await it.expectAccessible();
});

story('filters are saved as a view of the workspace, applied, and deleted', async (it) => {
  const { page } = it;
  await addPeople(it);
  await it.signIn();
  await page.goto('/dashboard/contacts?customFieldName=plan&customFieldValue=gold&search=c');
  await waitForPage(page);
  await chooseView(page, 'Views', 'Save these filters');
  const dialog = page.getByRole('dialog', { name: 'Save these filters' });
  await dialog.getByText('It has the contacts with custom field plan, value gold.').waitFor();
  await it.expectAccessible();
  await dialog.getByLabel('Name', { exact: true }).fill('Gold leads');
  await press(page, dialog.getByRole('button', { name: 'Save view' }));
  await page.getByRole('button', { name: 'Gold leads' }).waitFor();

  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  await chooseView(page, 'Views', 'Gold leads');
  await expectNames(page, ['Cy']);
  await it.expectAccessible();
  await chooseView(page, 'Gold leads', 'Delete the view Gold leads');
  await page.getByText('The view Gold leads is deleted').waitFor();
  await expectNames(page, ['Cy']);
  await page.getByRole('button', { name: 'Views' }).waitFor();
});

async function chooseView(page: Page, menu: string, item: string): Promise<void> {
  await press(page, page.getByRole('button', { name: menu, exact: true }));
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function addPeople({ workspace: { workspaceId } }: Story): Promise<void> {
  const companyId = await addCompany(workspaceId, { name: 'Northwind' });
  const add = (firstName: string, input: Record<string, unknown>) =>
    addContact(workspaceId, { email: `${firstName.toLowerCase()}@list.example`, firstName, ...input });
  const ann = await add('Ann', { tags: ['lead'], companyId });
  const bob = await add('Bob', { tags: ['lead'], companyId, customFields: { plan: 'trial' } });
  await add('Cy', { tags: ['lead'], customFields: { plan: 'Gold' } });
  await add('Di', {});
  await addCampaign(workspaceId, { name: 'Spring offer', contactIds: [ann] });
  await connected().table.update({
    update: contactKey(workspaceId, bob),
    set: { lastContactedAt: '2026-03-01T10:00:00.000Z' },
  });
}

/** Types a choice and presses Enter. */
async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.fill(text);
  await field.press('Enter');
}

async function chooseLastContact(page: Page, option: string): Promise<void> {
  await press(page, page.getByRole('combobox', { name: 'Last contact' }));
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  const cells = page.getByRole('table', { name: 'Contacts' }).getByRole('row').getByRole('link');
  const texts = async () =>
    (await cells.allTextContents()).flatMap((text) => /^(Ann|Bob|Cy|Di)/u.exec(text)?.[0] ?? []);
  await expect.poll(texts).toEqual(names);
}
