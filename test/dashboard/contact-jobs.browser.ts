import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { addBulkJob, addCampaign, addCompany, addContact, block } from '../api/support/seed.ts';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
const Job = z.object({ status: z.string() });

story('the list of bulk jobs counts skipped contacts apart from failed contacts', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const contactId = await addContact(workspaceId, { email: 'ann@northwind.example' });
  await block(workspaceId, 'ann@northwind.example');
  const { id: campaignId } = await addCampaign(workspaceId);
  const jobId = await addBulkJob(workspaceId, { action: 'enrol', campaignId, contactIds: [contactId] });
  await waitForJob(it, jobId);
  await it.signIn();
  await page.goto('/dashboard/contacts/bulk-jobs');
  await waitForPage(page);

  const row = page.getByRole('table', { name: 'Bulk jobs' }).getByRole('row').nth(1);
  const cells = await row.getByRole('cell').allTextContents();
  expect(cells).toEqual(expect.arrayContaining(['Done0', 'Skipped1', 'Failed0']));
});

story('an export and a bulk job name the company and the campaign of their filter', async (it) => {
  const { page, workspace } = it;
  const companyId = await addCompany(workspace.workspaceId, { name: 'Northwind' });
  const { id: campaignId } = await addCampaign(workspace.workspaceId, { name: 'Spring offer' });
  const filter = { companyId, campaignId };
  const jobId = await addBulkJob(workspace.workspaceId, { action: 'add_tags', tags: ['vip'], filter });
  await it.signIn();
  await page.goto(`/dashboard/contacts?${new URLSearchParams(filter)}`);
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Export' }));
  const named = 'ontacts with company Northwind, campaign Spring offer';
  await page.getByRole('dialog').getByText(named).waitFor();

  await page.goto(`/dashboard/contacts/bulk-jobs/${jobId}`);
  await page.getByRole('definition').filter({ hasText: named }).waitFor();
});

async function waitForJob({ stack, workspace }: Story, jobId: string): Promise<void> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  await waitUntil(
    'the bulk job',
    async () => (await api.get(Job, `/bulk-jobs/${jobId}`)).status === 'completed',
  );
}
