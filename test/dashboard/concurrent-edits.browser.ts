import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { addAccount, addWebhook } from '../api/support/seed.ts';
import { fill, fillField, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
/** No page reads an object less often. */
const pollMs = 30_000;

story('a saved webhook keeps the changes that another user made while it was edited', async (it) => {
  const { page, workspace } = it;
  const { id } = await addWebhook(workspace.workspaceId, { filters: { tags: ['lead'] } });
  await openPage(it, `webhooks/${id}`);
  await press(page, page.getByRole('button', { name: 'Edit', exact: true }));
  await fillField(page, page.getByLabel('Tags of contacts'), 'vip');

  const description = 'Changed by another user';
  const filters = { campaignIds: ['cmp_01KMZ8T8G0Z3Q9V7R2S4T6W8XA'] };
  await changeElsewhere(it, `/webhooks/${id}`, { description, filters });
  await page.clock.fastForward(pollMs);
  await page.locator('main').getByText(description).waitFor({ state: 'attached' });
  await press(page, page.getByRole('button', { name: 'Save webhook' }));
  await page.getByText('Webhook saved').first().waitFor();

  expect(await read(it, `/webhooks/${id}`)).toMatchObject({
    description,
    filters: { ...filters, tags: ['vip'] },
  });
});

story(
  'saved settings of an account keep the changes that another user made while they were edited',
  async (it) => {
    const { page, workspace } = it;
    const id = await addAccount(workspace.workspaceId, { dailyLimit: 50 });
    await openPage(it, `email-accounts/${id}`);
    await press(page, page.getByRole('button', { name: 'Edit the limits' }));
    await fill(page, 'Longest gap in seconds', '600');

    await changeElsewhere(it, `/email-accounts/${id}`, { dailyLimit: 77 });
    await page.clock.fastForward(pollMs);
    await page.locator('main').getByText('77 emails').waitFor({ state: 'attached' });
    await press(page, page.getByRole('button', { name: 'Save limits' }));
    await page.getByText('is saved').first().waitFor();

    expect(await read(it, `/email-accounts/${id}`)).toMatchObject({ dailyLimit: 77, maxGapSeconds: 600 });
  },
);

async function openPage(it: Story, path: string): Promise<void> {
  await it.page.clock.install();
  await it.signIn();
  await it.page.goto(`/dashboard/${path}`);
  await waitForPage(it.page);
}

async function changeElsewhere({ stack, workspace }: Story, path: string, patch: object): Promise<void> {
  const response = await fetch(`${stack.baseUrl}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${workspace.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
}

async function read({ stack, workspace }: Story, path: string): Promise<unknown> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));

  return apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds }).get(z.unknown(), path);
}
