import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addReply } from '../../api/support/replies.ts';
import { draftCampaign } from '../../api/support/seed.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { fill, fillField, press } from '../support/keyboard.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories, type Story } from '../support/story.ts';

const story = defineStories();

story('unsaved changes of a campaign survive a reload', async (it) => {
  const { page } = it;
  const { id } = await draftCampaign(it.workspace.workspaceId);
  await open(it, `campaigns/${id}/edit`);
  await fill(page, 'Subject', 'Half written');
  page.on('dialog', (dialog) => dialog.accept());
  await reload(page);

  const subject = page.getByLabel('Subject', { exact: true });
  expect(await subject.inputValue()).toBe('Half written');
  await page.getByText('Your unsaved changes are restored').waitFor();
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Discard my changes' }));
  await expectValue(subject, /^Hello/);
  await reload(page);
  await expectValue(subject, /^Hello/);
});

story('an answer survives a reload, and a sign-out removes it', async (it) => {
  const { page, appearance } = it;
  const { replyId } = await addReply(it.workspace.workspaceId);
  await open(it, `inbox/${replyId}`);
  const answer = page.getByLabel('Answer Ann', { exact: true });
  await answer.fill('Half an answer');
  await reload(page);
  await expectValue(answer, 'Half an answer');
  await page.getByText('Your draft is restored').waitFor();
  await it.expectAccessible();

  if (appearance.width < 600) await press(page, page.getByRole('button', { name: 'Open the navigation' }));
  await press(page, page.locator('.user-menu:visible'));
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Half an answer');
});

story('an answer that was sent is no draft after the page was left before the response', async (it) => {
  const { page } = it;
  const first = await addReply(it.workspace.workspaceId);
  const other = await addReply(it.workspace.workspaceId, { content: { subject: 'Other' } });
  await open(it, `inbox/${first.replyId}`);
  const answer = page.getByLabel('Answer Ann', { exact: true });
  await answer.fill('Gladly, on Monday.');
  await open(it, `inbox/${other.replyId}`);
  await open(it, `inbox/${first.replyId}`);
  await page.getByText('Your draft is restored').waitFor();
  // The service accepts the answer, and the page does not see its response.
  let isAccepted = false;
  await page.route('**/answer', async (route) => {
    await route.fetch();
    isAccepted = true;
  });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect.poll(() => isAccepted).toBe(true);
  await open(it, `inbox/${first.replyId}`);

  await page.getByRole('listitem').getByText('Gladly, on Monday.').waitFor();
  await expectValue(answer, '');
  expect(await page.getByText('Your draft is restored').count()).toBe(0);
  // The same text can be written again, as another answer.
  await answer.fill('Gladly, on Monday.');
  await reload(page);
  await expectValue(answer, 'Gladly, on Monday.');
});

story('a form that Escape closed has its texts when it opens again, but no password', async (it) => {
  const { page } = it;
  await open(it, 'contacts');
  await openContactForm(page);
  await fillField(page, firstNameOf(page), 'Grace');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reload(page);
  await openContactForm(page);
  expect(await firstNameOf(page).inputValue()).toBe('Grace');
  await page.getByRole('dialog').getByText('Your last entries are restored').waitFor();
  await it.expectAccessible();
  await press(page, page.getByRole('button', { name: 'Discard', exact: true }));
  await expectValue(firstNameOf(page), '');
  await page.keyboard.press('Escape');

  await page.goto('/dashboard/email-accounts/connect');
  await waitForPage(page);
  await fill(page, 'Address', 'ada@acme.example');
  await fill(page, 'Password', 'correct horse battery staple');
  await reload(page);
  await expectValue(page.getByLabel('Address', { exact: true }), 'ada@acme.example');
  await expectValue(page.getByLabel('Password', { exact: true }), '');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('correct horse');
});

story('the columns of an import survive a reload', async (it) => {
  const { page } = it;
  await open(it, 'contacts/import');
  await chooseFile(page);
  await page.getByRole('combobox', { name: 'Target of Kontakt' }).click();
  await page.getByRole('option', { name: 'Email address', exact: true }).click();
  await page.getByLabel('Update existing contacts').check();
  await reload(page);
  await page.getByText('Choose people.csv again').waitFor();
  await it.expectAccessible();
  await chooseFile(page);

  await page.getByText('Your last entries are restored').waitFor();
  expect(await page.getByRole('combobox', { name: 'Target of Kontakt' }).textContent()).toContain('Email');
  expect(await page.getByLabel('Update existing contacts').isChecked()).toBe(true);
});

story('the next user of the tab finds no draft', async (it) => {
  const { page } = it;
  it.problems.allowStatus(401);
  await open(it, 'contacts');
  await openContactForm(page);
  await fillField(page, firstNameOf(page), 'Grace');
  await page.context().clearCookies();
  await it.signIn(await newUser((await newWorkspace()).workspaceId));
  await reload(page);
  await openContactForm(page);

  expect(await firstNameOf(page).inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Grace');
});

async function open({ page, signIn }: Story, path: string): Promise<void> {
  await signIn();
  await page.goto(`/dashboard/${path}`);
  await waitForPage(page);
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await waitForPage(page);
}

const openContactForm = (page: Page): Promise<void> =>
  press(page, page.getByRole('button', { name: 'Add contact' }).first());

const firstNameOf = (page: Page) => page.getByLabel(/^First name/);

async function chooseFile(page: Page): Promise<void> {
  const buffer = Buffer.from('Kontakt;Rufname\nada@acme.example;Ada');
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('combobox', { name: 'Target of Kontakt' }).waitFor();
}

async function expectValue(field: ReturnType<Page['locator']>, value: string | RegExp): Promise<void> {
  await expect.poll(() => field.inputValue()).toMatch(value === '' ? /^$/ : value);
}
