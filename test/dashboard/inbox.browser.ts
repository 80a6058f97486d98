import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { createCampaign, startCampaign } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { fill, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

/** In which the service reads an inbox. */
const inboxIntervalMs = 120_000;

story(
  'a mailbox is connected, a reply to its campaign arrives, and the answer is sent in the thread',
  async (it) => {
    const { page, inbox, clock } = it;
    const [mailbox, recipient] = [
      `ada-${it.workspace.workspaceId}@example.com`.toLowerCase(),
      `eve-${it.workspace.workspaceId}@example.net`.toLowerCase(),
    ];
    it.problems.allowStatus(422);
    await it.signIn();
    const accountId = await connectMailbox(it, mailbox);
    await it.expectAccessible();

    await startOneEmail(it, accountId, recipient);
    await inbox.reply(await inbox.waitForEmail(recipient), 'Gladly. When does it suit you?');
    await clock.advance(inboxIntervalMs);
    await openReply(it);
    await it.expectAccessible();

    await page.keyboard.press('e');
    await page.getByRole('menuitemcheckbox', { name: 'Interested', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Label Interested' }).waitFor();

    await fill(page, `Answer ${recipient}`, 'On Monday at ten.');
    await press(page, page.getByRole('button', { name: 'Send answer' }));
    await waitUntil('the answer', async () => {
      const { from, subject } = await inbox.waitForEmail(recipient);

      return from === mailbox && subject.startsWith('Re:');
    });
    await page.getByRole('button', { name: 'Sent', exact: true }).waitFor();
    expect(await page.getByLabel(`Answer ${recipient}`).inputValue()).toBe('');
  },
  240_000,
);

/** The first attempt names a port at which no server listens; its error is at the field. @returns the account's id */
async function connectMailbox({ page, stack, expectAccessible }: Story, mailbox: string): Promise<string> {
  const { smtp, imap } = stack.mail;
  await page.goto('/dashboard/email-accounts');
  await waitForPage(page);
  await press(page, page.getByRole('link', { name: 'Connect account' }));
  await fill(page, 'Address', mailbox);
  await fill(page, 'Password', 'any password');
  await press(page, page.getByRole('button', { name: /^Mail servers/ }));
  await fillServer(page, 'Outgoing server (SMTP)', { host: smtp.host, port: 1 });
  await fillServer(page, 'Incoming server (IMAP)', imap);
  await press(page, page.getByRole('button', { name: 'Connect account' }));
  await page.locator('.field-error').first().waitFor();
  await expectAccessible();

  await fillServer(page, 'Outgoing server (SMTP)', smtp);
  await press(page, page.getByRole('button', { name: 'Connect account' }));
  await page.getByRole('heading', { level: 1, name: mailbox }).waitFor();

  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function fillServer(
  page: Page,
  name: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const server = page.getByRole('group', { name });
  await server.getByLabel('Host').fill(host);
  await server.getByLabel('Port').fill(String(port));
}

async function startOneEmail(
  { stack, workspace, clock }: Story,
  accountId: string,
  recipient: string,
): Promise<void> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  const { id } = await api.post(z.object({ id: z.string() }), '/contacts', { email: recipient });
  await startCampaign(api, await createCampaign(api, [id], [accountId]));
  await clock.settle(['ticks', 'jobs', 'sends']);
}

/** Opens the only reply with the keyboard, as soon as the service has read it. */
async function openReply({ page }: Story): Promise<void> {
  await waitUntil('the reply in the list', async () => {
    await page.goto('/dashboard/inbox');
    await waitForPage(page);

    return (await page.getByText('Gladly. When does it suit you?').count()) > 0;
  });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Re: / }).waitFor();
}
