import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { addAccount, addQuietCampaign, readCampaign, startCampaign } from '../api/support/seed.ts';
import { createCampaign } from './support/editor.ts';
import { fill, press, tabTo } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';
import { keyboardInput } from './support/user-input.ts';

const story = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });

story('a refused text is explained at its field, and unsaved changes are kept', async (it) => {
  const { page } = it;
  it.problems.allowStatus(422);
  await addAccount(it.workspace.workspaceId);
  await it.signIn();
  await openNewCampaign(page, 'Autumn idea');
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
  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await page.goBack();
  expect(await subject.inputValue()).toBe('A question');
});

story('the order of the emails changes by keyboard, and a variant can be tested', async (it) => {
  const { page } = it;
  await addAccount(it.workspace.workspaceId);
  await it.signIn();
  await openNewCampaign(page, 'Two subjects');
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

story('an error opens its email, and a campaign with an error cannot start', async (it) => {
  const { page } = it;
  it.problems.allowStatus(422);
  await addAccount(it.workspace.workspaceId);
  await it.signIn();
  await openNewCampaign(page, 'Closed email');
  await writeEmails(page);
  await fill(page, 'Text', 'Hi {{firstName}');
  await press(page, page.locator('.step-title').first());
  await page.keyboard.press('ControlOrMeta+s');
  const link = page.getByRole('alert').getByRole('button', { name: /^Email 2/ });
  await link.waitFor();
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await page.getByText('A field needs a change before it can be saved.').waitFor();
  expect(await page.getByRole('button', { name: 'Start campaign' }).isDisabled()).toBe(true);

  await press(page, link);
  const text = page.getByLabel('Text', { exact: true });
  await waitUntil('the focus in the text', () =>
    text.evaluate((field) => field === document.activeElement && field.ariaInvalid === 'true'),
  );
  expect(await text.inputValue()).toBe('Hi {{firstName}');
});

story('follow-ups are added to an active campaign, after its saved emails', async (it) => {
  const { page } = it;
  const { workspaceId } = it.workspace;
  const { id } = await addQuietCampaign(workspaceId);
  await startCampaign(workspaceId, id);
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);
  await page.getByText('The campaign is active').first().waitFor();
  expect(await page.getByLabel('Delay', { exact: true }).isDisabled()).toBe(true);
  await press(page, page.getByRole('button', { name: 'Add a follow-up' }));
  await fill(page, 'Text', 'One more thing.');
  expect(await page.getByRole('button', { name: 'Move email 2 up' }).isDisabled()).toBe(true);
  await press(page, page.getByRole('button', { name: 'Copy email 2' }));
  await press(page, page.getByRole('button', { name: 'Move email 3 up' }));
  await page.getByText('Email 3 is now email 2 of 3').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Campaign saved').first().waitFor();
  const { steps } = await readCampaign(workspaceId, id);
  expect(steps.map(({ variants }) => variants[0]?.bodyText)).toEqual([
    expect.any(String),
    'One more thing.',
    'One more thing.',
  ]);
  expect(await page.getByRole('button', { name: 'Remove email 2' }).isDisabled()).toBe(true);
});

async function openNewCampaign(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/campaigns/new');
  await waitForPage(page);
  await createCampaign(page, keyboardInput(page), name);
}

/** The merge fields are completed from their first letters. */
async function writeEmails(page: Page): Promise<void> {
  await fill(page, 'Subject', 'Question about Fjord');
  await fill(page, 'Text', 'Hi {{firs');
  await page.keyboard.press('|');
  // What the list has inserted can be typed, too.
  await page.keyboard.type(' default: "you"}}, a question.');
  const text = await page.getByLabel('Text', { exact: true }).inputValue();
  expect(text).toBe('Hi {{firstName | default: "you"}}, a question.');
  await press(page, page.getByRole('button', { name: 'Add a follow-up' }));
  await fill(page, 'Text', 'Did you see my question, {{firstn');
  await page.keyboard.press('Enter');
  await page.keyboard.type('?');
}
