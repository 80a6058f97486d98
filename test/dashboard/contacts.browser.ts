import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

/** The service does not know the names of these columns. The third row has no address. */
const file = `Kontakt;Rufname;Stufe;Interna
ann@northwind.example;Ann;gold;secret
bob@northwind.example;Bob;silver;secret
nowhere;Carl;gold;secret
`;

story('a CSV file with mapped columns becomes contacts, and its report names the failed row', async (it) => {
  const { page } = it;
  await it.signIn();
  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  await press(page, page.getByRole('link', { name: 'Import', exact: true }));
  const chooser = page.getByLabel('Drop a CSV file here');
  await chooser.waitFor({ state: 'attached' });
  await it.expectAccessible();
  await chooser.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

  // Most cells of «Kontakt» are addresses.
  await page.getByRole('combobox', { name: 'Target of Kontakt' }).getByText('Email address').waitFor();
  await choose(page, 'Target of Rufname', 'First name');
  await choose(page, 'Target of Interna', 'Do not import');
  await page.getByLabel('Custom field of Stufe').fill('level');
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Import 3 rows' }));

  await page.getByRole('heading', { level: 1, name: 'Import of people.csv' }).waitFor();
  const counts = page.getByRole('list', { name: 'Rows by result' });
  expect(await counts.getByRole('link', { name: 'Created' }).textContent()).toBe('2Created');
  const failed = page.getByRole('table', { name: 'Failed rows' });
  expect(await failed.getByRole('row').nth(1).textContent()).toMatch(
    /Row 4.*nowhere.*Address.*The address must be one email address/,
  );
  await it.expectAccessible();

  await press(page, counts.getByRole('link', { name: 'Created' }));
  await page.getByRole('row', { name: /ann@northwind\.example/ }).waitFor();
  await page.getByLabel('Search by name or address').fill('bob');
  await page.waitForURL(/search=bob/);
  await waitForPage(page);
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await press(page, rows.nth(1).getByRole('link').first());

  await page.getByRole('heading', { level: 1, name: 'Bob' }).waitFor();
  await page.getByText('Contact added').waitFor();
  expect(await page.getByRole('definition').allTextContents()).toContain('silver');
  expect(await page.getByText('secret').count()).toBe(0);
});

story('tags are added to all contacts that match a filter, with a result for each contact', async (it) => {
  const { page } = it;
  await createContacts(it, ['ann@northwind.example', 'bob@northwind.example']);
  await it.signIn();
  await page.goto('/dashboard/contacts?tag=fair');
  await waitForPage(page);
  await press(page, page.getByRole('checkbox', { name: /ann@northwind/ }));
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Choose all' }));
  await press(page, page.getByRole('button', { name: 'Actions' }));
  await page.getByRole('menuitem', { name: 'Add tags' }).click();
  await page.getByRole('dialog', { name: 'Add tags to all 2 contacts matching the filters' }).waitFor();
  await page.getByRole('dialog').getByLabel('Tags', { exact: true }).fill('spring');
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Start the job' }));

  await page.getByRole('heading', { level: 1, name: 'Add tags: spring' }).waitFor();
  await page.getByRole('definition').filter({ hasText: 'Completed' }).waitFor();
  const results = page.getByRole('list', { name: 'Contacts by result' });
  await expect
    .poll(() => results.getByRole('link', { name: 'Changed' }).first().textContent())
    .toBe('2Changed');
});

async function createContacts({ stack, workspace }: Story, emails: readonly string[]): Promise<void> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  for (const email of emails) {
    await api.post(z.object({ id: z.string() }), '/contacts', { email, tags: ['fair'] });
  }
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await press(page, page.getByRole('combobox', { name: label }));
  await page.getByRole('option', { name: option, exact: true }).click();
}
