import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clientKey } from '#lib/oauth/items.ts';
import { register } from '../api/connect/support/flow.ts';
import { runProvider } from '../support/oauth-provider.ts';
import { connected } from '../support/stack.ts';
import { fill, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story(
  'the form of a mailbox names the server that does not answer, and connects after its correction',
  async (it) => {
    const { page } = it;
    const { smtp, imap } = it.stack.mail;
    const mailbox = `ada-${it.workspace.workspaceId}@example.com`.toLowerCase();
    it.problems.allowStatus(422);
    await it.signIn();
    await page.goto('/dashboard/email-accounts');
    await waitForPage(page);
    await press(page, page.getByRole('link', { name: 'Connect account' }));
    await fill(page, 'Address', mailbox);
    await fill(page, 'Password', 'any password');
    await press(page, page.getByRole('button', { name: /^Mail servers/ }));
    // No server listens at this port.
    await fillServer(page, 'Outgoing server (SMTP)', { host: smtp.host, port: 1 });
    await fillServer(page, 'Incoming server (IMAP)', imap);
    await press(page, page.getByRole('button', { name: 'Connect account' }));
    await page.locator('.field-error').first().waitFor();
    await it.expectAccessible();

    await fillServer(page, 'Outgoing server (SMTP)', smtp);
    await press(page, page.getByRole('button', { name: 'Connect account' }));
    await page.getByRole('heading', { level: 1, name: mailbox }).waitFor();
  },
);

story('only providers at which the service is registered are offered', async (it) => {
  const { page } = it;
  const ofProviders = page.getByRole('link', { name: /^Connect with/ });
  await it.signIn();
  await openForm(page);
  expect(await ofProviders.count()).toBe(0);

  await register(await runProvider(), 'microsoft');
  try {
    await openForm(page);
    await ofProviders.waitFor();
    expect(await ofProviders.allInnerTexts()).toEqual(['Connect with Microsoft']);
    await it.expectAccessible();
  } finally {
    await connected().table.transact([{ delete: clientKey('microsoft') }]);
  }
});

async function openForm(page: Page): Promise<void> {
  await page.goto('/dashboard/email-accounts/connect');
  await page.getByRole('button', { name: 'Connect account' }).waitFor();
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
