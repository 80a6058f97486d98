import { expect } from 'vitest';
import { localDate } from '#lib/values/time-zones.ts';
import { addCampaign } from '../api/support/seed.ts';
import { fill, press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { addCampaigns } from './support/past-first-campaign.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

story('an API key is shown once, works, and is rejected after it is revoked', async (it) => {
  const { page, stack } = it;
  await it.signIn();
  await page.goto('/dashboard/settings/api-keys');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Create API key' }));
  await fill(page, 'Name', 'CRM sync');
  await it.expectAccessible();
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Create API key' }));
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Done' }));
  await page.reload();
  await waitForPage(page);
  const call = () => fetch(`${stack.baseUrl}/contacts`, { headers: { authorization: `Bearer ${key}` } });
  expect(await page.content()).not.toContain(key);
  expect((await call()).status).toBe(200);
  await it.expectAccessible();

  await press(page, page.getByRole('button', { name: 'Revoke CRM sync' }));
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }));
  await page.getByText('CRM sync is revoked').waitFor();
  // Its row had the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect((await call()).status).toBe(401);
  expect(await page.getByRole('button', { name: 'Revoke CRM sync' }).count()).toBe(0);
});

story('a changed password replaces the old one, and keeps the session', async (it) => {
  const { page, user, problems } = it;
  const newPassword = 'another correct horse';
  problems.allowStatus(422);
  await it.signIn();
  await page.goto('/dashboard/settings');
  await waitForPage(page);
  await fill(page, 'Current password', 'a wrong password');
  await fill(page, 'New password', newPassword);
  await page.keyboard.press('Enter');
  await page.locator('[aria-invalid=true]').waitFor();
  await it.expectAccessible();

  await fill(page, 'Current password', user.password);
  await fill(page, 'New password', newPassword);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed').waitFor();
  expect(await logIn(it, user.password)).toBe(401);
  expect(await logIn(it, newPassword)).toBe(200);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Sessions' }).waitFor();
});

story('the postal address of the workspace is saved for all accounts', async (it) => {
  const { page } = it;
  await it.signIn();
  await page.goto('/dashboard/settings/workspace');
  await waitForPage(page);
  await fill(page, 'Postal address (optional)', '12 Mill Lane, Cambridge');
  await press(page, page.getByRole('button', { name: 'Save address' }));
  await page.getByText('The postal address is saved').waitFor();
  await it.expectAccessible();
  await page.reload();
  await waitForPage(page);

  await expect
    .poll(() => page.getByLabel('Postal address (optional)').inputValue())
    .toBe('12 Mill Lane, Cambridge');
});

story(
  'the days of the overview are days of the time zone of the workspace, not of the browser',
  async (it) => {
    const { page } = it;
    await addCampaigns(it.workspace.workspaceId);
    await it.signIn();
    await page.goto('/dashboard/');
    await waitForPage(page);
    await page.getByText('Days are in the time zone UTC.').waitFor();
    await page.goto('/dashboard/settings/workspace');
    await waitForPage(page);
    await fill(page, 'Time zone of the workspace', 'Kiritimati');
    await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click();
    await press(page, page.getByRole('button', { name: 'Save time zone' }));
    await page.getByText('The time zone is saved').waitFor();
    await it.expectAccessible();
    await page.goto('/dashboard/?period=dates');
    await waitForPage(page);
    await page.getByText('Days are in the time zone Pacific/Kiritimati.').waitFor();
    // Other stories move the clock of the stack.
    const { clockOffsetMs } = await it.clock.status();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(
      localDate(Date.now() + clockOffsetMs, 'Pacific/Kiritimati'),
    );
  },
);

story('the audit log shows names, old and new values, and links, and is filtered by person', async (it) => {
  const { page, user, workspace } = it;
  const { id } = await addCampaign(workspace.workspaceId, { name: 'Spring offer' });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);
  await fill(page, 'Name of the campaign', 'Summer offer');
  await press(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.goto('/dashboard/settings/audit-log');
  const row = page.getByRole('row').filter({ hasText: 'Campaign changed' });
  await row.getByText('Name: Spring offer → Summer offer').waitFor();
  await row.getByText(user.email).waitFor();

  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Ada' }).click();
  await page.waitForURL(new RegExp(`actorId=${user.userId}`));
  await it.expectAccessible();
  await row.getByRole('link', { name: 'Summer offer', exact: true }).click();
  await page.waitForURL(new RegExp(`/campaigns/${id}$`));
  await expect.poll(() => page.title()).toBe('Summer offer · Campaign · Outreach');
});

story('the link of an invitation opens an account with its role', async (it) => {
  const { page, user, stack, inbox } = it;
  await it.signIn();
  await page.goto('/dashboard/settings/users');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: 'Invite user' }));
  const address = `invited-${user.email}`;
  await fill(page, 'Email address', address);
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Send invitation' }));
  await page.getByText(`The email to ${address} is being sent`).waitFor();
  const { id } = await inbox.waitForEmail(address);
  const { text } = await (await fetch(`${stack.mail.webUrl}/api/messages/${id}`)).json();
  const link = /http\S+#token=\w+/.exec(text)?.[0] ?? '';

  await page.context().clearCookies();
  await page.goto(link);
  await fill(page, 'Password', 'a different correct horse');
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Accept and sign in' }));
  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await page.goto('/dashboard/settings');
  await page.getByText('Member', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
});

story('a user sees the own new name without a reload', async (it) => {
  const { page, user } = it;
  await it.signIn();
  await page.goto('/dashboard/settings/users');
  await waitForPage(page);
  await press(page, page.getByRole('button', { name: `Actions for ${user.email}` }));
  await press(page, page.getByRole('menuitem', { name: 'Change name and role' }));
  await fill(page, 'Name (optional)', 'Ada Lovelace');
  await press(page, page.getByRole('button', { name: 'Save user' }));
  await page.locator('.user-menu', { hasText: 'Ada Lovelace' }).waitFor({ state: 'attached' });
});

/** @returns the status of a login with another client */
async function logIn({ stack, user }: Story, password: string): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password }),
  });

  return response.status;
}
