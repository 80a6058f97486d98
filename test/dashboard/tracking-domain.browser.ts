import { expect } from 'vitest';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { addAccount } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 390 }] });

/** Opens an account with a tracking domain that failed its check. */
async function openAccount({ page, workspace: { workspaceId }, signIn }: Story): Promise<void> {
  const id = await addAccount(workspaceId);
  await connected().table.update({
    update: settingsKey(workspaceId, id),
    set: {
      trackingDomain: 'links.acme.com',
      trackingDomainStatus: 'failed',
      trackingDomainReason: 'certificate_invalid',
      trackingDomainToken: 'outreach-verification=0a',
    },
  });
  await signIn();
  await page.goto(`/dashboard/email-accounts/${id}`);
  await waitForPage(page);
}

story('a failed tracking domain states its reason and the configuration of a proxy', async (it) => {
  const { page, stack } = it;
  await openAccount(it);

  await page.getByText(/^The certificate is not valid for the domain\./).waitFor();
  expect(await page.getByLabel('Name of the TXT record _outreach.links.acme.com').inputValue()).toBe(
    '_outreach.links.acme.com',
  );
  const link = page.getByRole('link', { name: 'Configuration of the proxy' });
  expect(new URL((await link.getAttribute('href')) ?? '', page.url()).href).toBe(`${stack.baseUrl}/docs`);
});

story('a stage with a proxy for tracking domains names the CNAME record', async (it) => {
  const { page, stack } = it;
  await page.route(`${stack.baseUrl}/`, (route) =>
    route.fulfill({ json: { trackingDomainTarget: 'links.example.com' } }),
  );
  await openAccount(it);
  const record = page.getByLabel('Value of the CNAME record links.acme.com');

  await expect.poll(() => record.inputValue()).toBe('links.example.com');
  expect(await page.getByRole('link', { name: 'Configuration of the proxy' }).count()).toBe(0);
});
