import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { fill, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

story(
  'the secret of a webhook is shown once, and a failing delivery is resent and replayed',
  async (it) => {
    const { page } = it;
    const receiver = await it.startReceiver();
    await it.signIn();
    await createWebhook(it, receiver.url);

    await addContact(it);
    await waitUntil('the first attempt', () => receiver.requests.length === 1);
    await waitForRow(page, 'contact.created');
    expect(await page.content()).not.toContain('whsec_');
    await it.expectAccessible();

    await press(page, page.getByRole('link', { name: 'contact.created' }));
    await page.getByText('The next attempt is').first().waitFor();
    await it.expectAccessible();
    receiver.respondWith(204);
    await press(page, page.getByRole('button', { name: 'Resend' }));
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(receiver.requests.map(({ status }) => status)).toEqual([500, 204]);

    await page.getByRole('link', { name: /\/events$/ }).press('Enter');
    await replayAll(it);
    await waitUntil('the replayed event', () => receiver.requests.length === 3);
    const ids = receiver.requests.map(({ headers }) => headers['x-webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await page.getByText(/^Replay (?:completed|in progress)$/).waitFor();
  },
  240_000,
);

async function createWebhook(it: Story, url: string): Promise<void> {
  const { page } = it;
  await page.goto('/dashboard/webhooks');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Create webhook' }).first());
  await fill(page, 'Endpoint URL', url);
  await it.expectAccessible();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }));
  expect(await page.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  await it.expectAccessible();
  await press(page, page.getByRole('link', { name: 'Open the webhook' }));
  await page.getByText('No deliveries yet').waitFor();
}

async function addContact({ stack, workspace }: Story): Promise<void> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  await api.post(z.unknown(), '/contacts', { email: 'ada@example.com' });
}

/** A delivery is in the list when its first attempt has a result. */
async function waitForRow(page: Page, event: string): Promise<void> {
  await waitUntil(`the delivery of ${event}`, async () => {
    await page.reload();
    await waitForPage(page);

    return (await page.getByRole('link', { name: event }).count()) > 0;
  });
}

async function replayAll(it: Story): Promise<void> {
  const { page } = it;
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Replay events' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await dialog.getByLabel('Events', { exact: true }).press('Enter');
  await page.getByRole('option', { name: /^All events/ }).press('Enter');
  await it.expectAccessible();
  await dialog.getByRole('button', { name: 'Replay events' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}
