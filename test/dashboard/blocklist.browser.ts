import { expect } from 'vitest';
import { press } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

/** The third row repeats the first one, and the fourth is neither an address nor a domain. */
const file = `value,note
ann@northwind.example,asked by phone
*.competitor.example,
ann@northwind.example,
not a domain,
`;

story(
  'a file of addresses and domains is added to the blocklist, and its failed row is named',
  async (it) => {
    const { page } = it;
    await it.signIn();
    await page.goto('/dashboard/blocklist');
    await waitForPage(page);
    await press(page, page.getByRole('button', { name: 'Import', exact: true }));
    const dialog = page.getByRole('dialog');
    const chooser = dialog.getByLabel('Drop a CSV file here');
    await chooser.waitFor({ state: 'attached' });
    await it.expectAccessible();
    await chooser.setInputFiles({ name: 'blocked.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

    const counts = dialog.getByRole('list', { name: 'Rows by result' });
    await counts.waitFor();
    expect(await counts.getByRole('listitem').allTextContents()).toEqual([
      '2Blocked',
      '0SkippedBlocked before',
      '1RepeatedIn an earlier row',
      '1Failed',
    ]);
    const failed = dialog.getByRole('table', { name: 'Failed rows' });
    expect(await failed.getByRole('row').nth(1).textContent()).toMatch(/Row 5.*not a domain/);
    await it.expectAccessible();

    await press(page, dialog.getByRole('button', { name: 'Close' }));
    await page.getByRole('row', { name: /competitor\.example.*Imported/ }).waitFor();
    await page.getByRole('row', { name: /ann@northwind\.example.*Imported/ }).waitFor();
  },
);
