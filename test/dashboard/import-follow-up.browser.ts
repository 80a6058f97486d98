import { expect } from 'vitest';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { addCampaign, addContact, addImport, commitNow } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { fill, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story('a campaign starts with exactly the contacts of an import, new and existing', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  await addContact(workspaceId, { email: 'known@list.example' });
  await addContact(workspaceId, { email: 'other@list.example' });
  const importId = await addImport(workspaceId, ['known@list.example', 'ann@list.example']);
  await it.signIn();
  await page.goto(`/dashboard/contacts/imports/${importId}`);
  await waitForPage(page);
  const counts = page.getByRole('list', { name: 'Rows by result' });
  await counts.getByRole('link', { name: 'Skipped' }).waitFor();
  await page.getByText('1 contact created, 1 row skipped').waitFor();
  await it.expectAccessible();

  await press(page, page.getByRole('link', { name: 'Start a campaign with these' }));
  await page.getByText('All contacts are enrolled, new and existing').waitFor();
  await it.expectAccessible();
  await fill(page, 'Name', 'After the fair');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Edit After the fair' }).waitFor();
  await page.getByText('2 of 2 contacts enrolled').waitFor();
  await page.locator('[aria-current="page"]', { hasText: 'Audience' }).waitFor();
  await press(page, page.getByRole('link', { name: '2 enrolled' }));
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
  await page.getByRole('row', { name: /known@list\.example/ }).waitFor();
  expect(await rows.count()).toBe(3);
});

story('a campaign starts with the contacts of a filter', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  for (const email of ['ann@list.example', 'bob@list.example']) {
    await addContact(workspaceId, { email, tags: ['warm'] });
  }
  await addContact(workspaceId);
  await it.signIn();
  await page.goto('/dashboard/contacts?tag=warm');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Choose all' }));
  await press(page, page.getByRole('button', { name: 'Actions' }));
  await page.getByRole('menuitem', { name: 'Add to a campaign' }).click();
  await press(page, page.getByRole('link', { name: 'New campaign with these' }));
  await page.getByText('With all 2 contacts matching the filters').waitFor();
  await it.expectAccessible();
  await fill(page, 'Name', 'Second round');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Edit Second round' }).waitFor();
  await page.getByRole('link', { name: '2 enrolled' }).waitFor();
});

story('an import is undone, and the result states why a contact stays', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  await addContact(workspaceId, { email: 'known@list.example' });
  const importId = await addImport(workspaceId, [
    'known@list.example',
    'ann@list.example',
    'bob@list.example',
  ]);
  await it.signIn();
  await page.goto(`/dashboard/contacts?importId=${importId}&importResult=created`);
  await page.getByRole('row', { name: /ann@list\.example/ }).waitFor();
  const href = await page
    .getByRole('row', { name: /ann@list\.example/ })
    .getByRole('link')
    .first()
    .getAttribute('href');
  const contactId = /con_\w+/u.exec(href ?? '')?.[0] ?? '';
  await commitNow(
    workspaceId,
    await planContactUpdate(connected(), workspaceId, contactId, { firstName: 'Ann' }),
  );

  await page.goto(`/dashboard/contacts/imports/${importId}`);
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Undo the import' }));
  const dialog = page.getByRole('alertdialog', { name: 'Undo the import?' });
  await dialog.getByText('Deletes the 2 contacts that the import created').waitFor();
  await it.expectAccessible();
  await press(page, dialog.getByRole('button', { name: 'Delete contacts' }));

  await page.getByRole('heading', { level: 1, name: 'Delete contacts that are not in use' }).waitFor();
  await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
  const results = page.getByRole('list', { name: 'Contacts by result' });
  await expect.poll(() => results.getByRole('link', { name: 'Deleted' }).textContent()).toBe('1Deleted');
  await page.getByRole('row', { name: /Ann.*The contact was changed since it was added/ }).waitFor();
  await page.goto('/dashboard/contacts');
  await page.getByRole('row', { name: /known@list\.example/ }).waitFor();
  expect(await page.getByRole('row', { name: /bob@list\.example/ }).count()).toBe(0);
});

story(
  'a file is imported in the audience of a campaign, and the number of its contacts grows',
  async (it) => {
    const { page, workspace } = it;
    const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring offer' });
    await it.signIn();
    await page.goto(`/dashboard/campaigns/${id}/edit?section=audience`);
    await waitForPage(page);
    await page.getByRole('link', { name: '0 enrolled' }).waitFor();
    const file = 'email;name\nann@list.example;Ann\nbob@list.example;Bob\n';
    await page
      .getByLabel('Drop a CSV file here')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const dialog = page.getByRole('dialog', { name: 'Import contacts' });
    await dialog.getByRole('combobox', { name: 'Target of email' }).waitFor();
    // The buttons, which stay in view, must not cover a part of a checkbox.
    await dialog.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await it.expectAccessible();
    await press(page, dialog.getByRole('button', { name: 'Import 2 rows' }));

    await page.getByText('2 contacts enrolled, 2 new').waitFor();
    await page.getByRole('link', { name: '2 enrolled' }).waitFor();
    await page.getByRole('link', { name: 'Show the report' }).waitFor();
  },
);
