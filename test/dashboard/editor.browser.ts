import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { apiClient } from '../../infra/local/demo/api-client.ts';
import { newCookie } from '../support/users.ts';
import { fill, press, tabTo } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();
const desktopStory = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
/** A contact's first email leaves within the longest gap of an account. */
const sendingMs = 15 * 60_000;

story(
  'a campaign of two emails is written, previewed, planned and started with the keyboard alone',
  async (it) => {
    const { page } = it;
    const account = await connectAccount(it);
    const contact = await addContact(it);
    await it.signIn();
    await createCampaign(page, 'Spring offer');
    await it.expectAccessible();

    await writeEmails(page);
    await expectPreview(it, ['Question about Fjord', 'Hi Ada, a question.']);
    await it.expectAccessible();
    await chooseContact(page);
    await it.expectAccessible();
    await openSection(page, 'Accounts');
    await check(page, account);
    await it.expectAccessible();
    await openAllDay(page);
    await it.expectAccessible();
    await openSection(page, 'Options');
    await it.expectAccessible();

    await openSection(page, 'Start');
    await press(page, page.getByRole('button', { name: 'Save and dry run' }));
    await page.getByRole('heading', { name: 'Dry run: 2 emails' }).waitFor();
    await it.expectAccessible();
    await press(page, page.getByRole('button', { name: 'Start campaign' }));
    const dialog = page.getByRole('alertdialog', { name: 'Start Spring offer?' });
    await press(page, dialog.getByRole('button', { name: 'Start campaign' }));
    await page.waitForURL(/\/campaigns\/cmp_\w+$/);
    await it.clock.advance(sendingMs);
    const email = await it.inbox.waitForEmail(contact);

    expect(email.subject).toBe('Question about Fjord');
  },
  240_000,
);

desktopStory('a refused text is explained at its field, and unsaved changes are kept', async (it) => {
  const { page } = it;
  it.problems.allowStatus(422);
  await connectAccount(it);
  await it.signIn();
  await createCampaign(page, 'Autumn idea');
  await fill(page, 'Subject', 'A question for {{nickname}}');
  await fill(page, 'Text', 'Hi');
  await page.getByText('The preview waits for a change').waitFor();
  await page.keyboard.press('ControlOrMeta+s');

  const subject = page.getByLabel('Subject', { exact: true });
  await page.getByRole('alert').getByText('{{nickname}} is not a known field').waitFor();
  expect(await subject.getAttribute('aria-invalid')).toBe('true');
  await it.expectAccessible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await press(page, page.getByRole('button', { name: 'Stay' }));
  await fill(page, 'Subject', 'A question');
  await page.getByRole('link', { name: 'Overview' }).click();
  await press(page, page.getByRole('button', { name: 'Save and leave' }));
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goBack();
  expect(await subject.inputValue()).toBe('A question');
});

desktopStory('the order of the emails changes by keyboard, and a variant can be tested', async (it) => {
  const { page } = it;
  await connectAccount(it);
  await it.signIn();
  await createCampaign(page, 'Two subjects');
  await writeEmails(page);
  await press(page, page.getByRole('button', { name: 'Move email 2 up' }));
  const titles = page.locator('.step-title');
  await page.getByText('Email 2 is now email 1 of 2').waitFor();
  expect(await titles.first().getAttribute('aria-expanded')).toBe('true');
  await tabTo(page, titles.first());
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Email 1 is now email 2 of 2').waitFor();

  await press(page, page.getByRole('button', { name: 'Test a second variant' }));
  await fill(page, 'Weight', '50');
  const variants = page.getByRole('group', { name: 'Variants' });
  await variants.getByText('33.3%').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Campaign saved').first().waitFor();
});

async function createCampaign(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/campaigns/new');
  await waitForPage(page);
  await fill(page, 'Name', name);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/campaigns\/cmp_\w+\/edit$/);
  await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor();
}

/** The merge fields are completed from their first letters. */
async function writeEmails(page: Page): Promise<void> {
  await fill(page, 'Subject', 'Question about Fjord');
  await fill(page, 'Text', 'Hi {{firs');
  await page.keyboard.press('|');
  await page.keyboard.type('you');
  await page.keyboard.press('End');
  await page.keyboard.type(', a question.');
  const text = await page.getByLabel('Text', { exact: true }).inputValue();
  expect(text).toBe('Hi {{firstName | default: "you"}}, a question.');
  await press(page, page.getByRole('button', { name: 'Add a follow-up' }));
  await fill(page, 'Text', 'Did you see my question, {{firstn');
  await page.keyboard.press('Enter');
  await page.keyboard.type('?');
}

/** The preview is beside the emails, or behind a button on a phone. */
async function expectPreview({ page, appearance }: Story, texts: readonly string[]): Promise<void> {
  await press(page, page.locator('.step-title').first());
  const isNarrow = appearance.width < 600;
  if (isNarrow) await press(page, page.getByRole('button', { name: 'Preview', exact: true }));
  const preview = page.getByRole('region', { name: 'Preview' });
  for (const text of texts) await preview.getByText(text).waitFor();
}

async function chooseContact(page: Page): Promise<void> {
  await openSection(page, 'Audience');
  await fill(page, 'Add contacts', 'Ada Lund');
  await page.getByRole('option', { name: 'Ada Lund' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Remove Ada Lund').waitFor();
  await page.keyboard.press('Escape');
}

/** All hours of all days, so that the story does not depend on the time at which it runs. */
async function openAllDay(page: Page): Promise<void> {
  await openSection(page, 'Schedule');
  for (const day of ['Saturday', 'Sunday']) await press(page, page.getByRole('button', { name: day }));
  for (const label of ['From', 'To']) await page.getByLabel(label, { exact: true }).fill('00:00');
  await openSection(page, 'Emails');
  await press(page, page.locator('.step-title').first());
  await check(page, 'Only on business days');
}

const openSection = (page: Page, name: string): Promise<void> =>
  press(page, page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }));

async function check(page: Page, label: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.press('Space');
}

/** @returns the address of a mailbox on the local mail server */
async function connectAccount({ stack, user }: Story): Promise<string> {
  const email = `sender-${crypto.randomUUID()}@example.com`;
  const server = { secure: false, username: email };
  const response = await fetch(`${stack.baseUrl}/connect/smtp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: await newCookie(user),
      origin: stack.baseUrl,
    },
    body: JSON.stringify({
      ...{ email, password: 'any' },
      smtp: { ...server, ...stack.mail.smtp },
      imap: { ...server, ...stack.mail.imap },
    }),
  });
  expect(response.status).toBe(201);

  return email;
}

async function addContact({ stack, workspace }: Story): Promise<string> {
  const waitSeconds = () => Promise.reject(new Error('rate-limited'));
  const api = apiClient({ baseUrl: stack.baseUrl, apiKey: workspace.apiKey, waitSeconds });
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await api.post(z.object({ id: z.string() }), '/contacts', { email, firstName: 'Ada', lastName: 'Lund' });

  return email;
}
