import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { lastRepliedAtWrite } from '#lib/contacts/last-times.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { timestamp } from '#lib/values/ids.ts';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import {
  addAccount,
  addCampaign,
  addCompany,
  addContact,
  addQuietAccount,
  always,
  commitNow,
  startCampaign,
} from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });

story('a long list has its whole number, and so has the choice of all its contacts', async (it) => {
  const { page, workspace } = it;
  for (let index = 0; index < 120; index++) await addContact(workspace.workspaceId, { tags: ['fair'] });
  await addContact(workspace.workspaceId);
  await it.signIn();
  await page.goto('/dashboard/contacts?tag=fair');
  await waitForPage(page);
  await page.getByText('120 contacts', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All contacts 121' }).waitFor();

  await press(page, page.getByRole('button', { name: 'Choose all' }));
  await page.getByRole('status').filter({ hasText: 'All 120 selected' }).waitFor();
  const boxes = page.getByRole('table', { name: 'Contacts' }).getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBeGreaterThan(10);
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
  await press(page, page.getByRole('button', { name: 'Actions' }));
  await page.getByRole('menuitem', { name: 'Delete contacts' }).click();
  await page.getByRole('dialog', { name: 'Delete all 120 contacts matching the filters' }).waitFor();
  await page.keyboard.press('Escape');

  await boxes.nth(1).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ selected$/ })
    .waitFor();
});

story('a list has no number before it is loaded, and one element is singular', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const contactId = await addContact(workspaceId);
  await addCompany(workspaceId);
  const emailAccountId = await addAccount(workspaceId);
  const { id } = await addCampaign(workspaceId, {
    contactIds: [contactId],
    emailAccountIds: [emailAccountId],
  });
  await it.signIn();
  const gate = await listGate(page);

  for (const [path, number] of [
    ['contacts', '1 contact'],
    ['companies', '1 company'],
    ['campaigns', '1 campaign'],
    ['email-accounts', '1 account'],
    [`campaigns/${id}/recipients`, '1 recipient'],
    [`campaigns/${id}/activity`, '0 events'],
  ] as const) {
    gate.close();
    await page.goto(`/dashboard/${path}`, { waitUntil: 'commit' });
    await page.locator('.filter-bar').waitFor();
    expect(await page.locator('.filter-trailing').textContent()).toBe('');
    gate.open();
    await page.locator('.filter-trailing').getByText(number, { exact: true }).waitFor();
  }
});

story('the audience and the plan of a start have the numbers of contacts', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  for (const firstName of ['Ada', 'Bob', 'Cy']) {
    const customFields = firstName === 'Ada' ? { planTier: 'pro' } : {};
    await addContact(workspaceId, { firstName, tags: ['fair'], customFields });
  }
  const suppressed = await addContact(workspaceId, { tags: ['fair'] });
  const unsubscribe = await planContactUpdate(connected(), workspaceId, suppressed, {
    status: 'unsubscribed',
  });
  await commitNow(workspaceId, unsubscribe);
  const { id } = await addCampaign(workspaceId, {
    name: 'Fair',
    audience: { tags: ['fair'] },
    emailAccountIds: [await addAccount(workspaceId)],
    schedule: always,
    steps: [{ variants: [{ subject: 'Hi', bodyText: 'Your plan: {{custom.planTier}}' }] }],
  });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit?section=audience`);
  await page.getByText('3 matching contacts, and 1 unsubscribed, bounced or blocklisted').waitFor();
  await it.expectAccessible();

  await page.goto(`/dashboard/campaigns/${id}/edit?section=start`);
  await waitForPage(page);
  await page.getByRole('definition').filter({ hasText: '3 matching contacts' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Dry run' }));
  await page.getByRole('heading', { name: 'Dry run: 1 email' }).waitFor();
  const numbers = '3 contacts, 2 without planTier, 1 unsubscribed, bounced or blocklisted';
  await page.getByText(numbers).first().waitFor();
  const missing = page.getByRole('status').filter({ hasText: '2 contacts without a value' });
  const names = async () => (await missing.getByRole('link').allTextContents()).sort();
  await expect.poll(names).toEqual(['Bob', 'Cy']);
  expect(await page.getByText('The plan is incomplete').count()).toBe(0);

  await page.goto(`/dashboard/campaigns/${id}`);
  await waitForPage(page);
  await page.getByText('The contacts of the audience are enrolled at the start.').waitFor();
  await page.getByText('Nothing (text only)').waitFor();
  await press(page, page.getByRole('button', { name: 'Start', exact: true }));
  await page.getByRole('dialog').getByText(numbers).waitFor();
});

story('a dry run names contacts of other campaigns, and removes contacts that replied', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const [, bob = '', cy = ''] = await Promise.all(
    ['Ann', 'Bob', 'Cy'].map((firstName) => addContact(workspaceId, { firstName, tags: ['warm'] })),
  );
  await connected().table.update(lastRepliedAtWrite(workspaceId, bob, timestamp(Date.now())));
  const sharedAccount = await addQuietAccount(workspaceId);
  const emailAccountIds = [await addAccount(workspaceId), sharedAccount];
  const other = await addCampaign(workspaceId, {
    name: 'Fair',
    contactIds: [cy],
    emailAccountIds: [sharedAccount],
  });
  await startCampaign(workspaceId, other.id);
  const { id } = await addCampaign(workspaceId, {
    audience: { tags: ['warm'] },
    emailAccountIds,
    schedule: always,
  });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit?section=start`);
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Dry run' }));
  await page.getByRole('heading', { name: 'Dry run: 2 emails' }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Dry run: 2 emails');
  const sharing = page
    .getByRole('status')
    .filter({ hasText: '1 other active campaign sends from the same accounts' });
  await sharing.getByRole('link', { name: 'Fair' }).waitFor();
  await page.getByText('2 contacts, 1 in another campaign').first().waitFor();
  const elsewhere = page.getByRole('status').filter({ hasText: '1 contact of another campaign' });
  await elsewhere.getByRole('link', { name: 'Cy' }).waitFor();
  await it.expectAccessible();

  await press(page, page.getByRole('button', { name: 'Remove 1 contact' }));
  await page.getByRole('heading', { name: 'Dry run: 1 email' }).waitFor();
  await page.getByText('1 contact removed from the campaign').first().waitFor();
  expect(await page.getByText('who replied to an earlier email').count()).toBe(0);
});

story('a started campaign shows that its contacts are being enrolled', async (it) => {
  const { page, workspace } = it;
  const { workspaceId } = workspace;
  const { id } = await addCampaign(workspaceId, {
    audience: { tags: ['fair'] },
    emailAccountIds: [await addAccount(workspaceId)],
  });
  await startCampaign(workspaceId, id);
  await connected().table.update({ update: countersKey(workspaceId, id), add: { openJobs: 1 } });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}`);
  await waitForPage(page);

  await page.getByRole('main').getByText('0 contacts so far.').waitFor();
  expect(await page.getByRole('main').getByText('Enrolling contacts …').count()).toBeGreaterThan(1);
  for (const text of ['Nothing is due', 'Add contacts or an audience', 'next email is not known']) {
    expect(await page.getByText(text).count()).toBe(0);
  }
});

story('times are relative to the clock of the service', async (it) => {
  const { page, stack, workspace, clock } = it;
  await clock.advance(600_000);
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  const { id } = await api.post(z.object({ id: z.string() }), '/contacts', { email: 'ada@example.com' });
  await it.signIn();
  await page.goto(`/dashboard/contacts/${id}`);
  await waitForPage(page);

  await expect.poll(() => page.locator('time').count()).toBeGreaterThan(0);
  const times = await page.locator('time').allTextContents();
  expect(times.filter((time) => time.startsWith('in '))).toEqual([]);
});

/** @returns functions that hold the pages of lists back, and let them continue */
async function listGate(page: Page) {
  let gate = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.get('limit') === '100',
    async (route) => {
      await gate.promise;
      await route.continue();
    },
  );

  return {
    open: () => gate.resolve(),
    close: () => {
      gate = Promise.withResolvers<void>();
    },
  };
}
