import { expect } from 'vitest';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story(
  'a new workspace writes with a ready sequence and previews it before a mailbox is connected',
  async (it) => {
    const { page, appearance } = it;
    await it.signIn();
    await page.goto('/dashboard/campaigns/new');
    await waitForPage(page);
    await page.getByRole('textbox', { name: 'Name' }).fill('First campaign');
    await page.getByRole('radio', { name: /^Introduction/ }).check();
    const emails = page.getByRole('region', { name: 'Emails of “Introduction”' });
    await emails.getByRole('heading', { name: 'Day 4: Reply to the previous email' }).waitFor();
    await it.expectAccessible();

    await press(page, page.getByRole('button', { name: 'Create draft' }));
    if (appearance.width < 600) await press(page, page.getByRole('button', { name: 'Preview', exact: true }));
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('The sender is a placeholder.').waitFor();
    await preview.getByText('Replace the placeholders: [companies like yours]').waitFor();
    expect(await preview.getByRole('button', { name: 'Send me a test' }).isDisabled()).toBe(true);
    await preview.getByRole('link', { name: 'Connect an account' }).waitFor();
    await it.expectAccessible();
  },
);
