import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAccount, draftCampaign, readCampaign } from '../api/support/seed.ts';
import { clipboards } from '../unit/dashboard/clipboards.ts';
import { fill, press, tabTo } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';

const story = defineStories();

story('a formatted text is written by keyboard, with merge fields, a link and a list', async (it) => {
  const { page } = it;
  const id = await openBody(it, { bodyText: 'Hello' });
  await page.getByRole('combobox', { name: 'Format of the text' }).click();
  await page.getByRole('option', { name: 'Formatted text', exact: true }).click();
  await textOf(page).waitFor();
  await expect.poll(() => focusedLabel(page), { timeout: 15_000 }).toBe('Format of the text');
  await tabTo(page, textOf(page));
  await page.keyboard.press('ControlOrMeta+a');
  // The syntax of plain texts becomes a field at its end, and what follows does not replace it.
  await page.keyboard.type('Hi {{firstName | default: "there"}}');
  await page.keyboard.press('ArrowLeft');
  const fallback = page.getByLabel('Without First name, write');
  await page.getByText('Merge field First name, or there.').waitFor({ state: 'attached' });
  await page.keyboard.type(',');
  await expect.poll(() => textOf(page).textContent()).toBe('Hi First namethere,');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('you & me');
  expect(await fallback.inputValue()).toBe('you & me');
  await it.expectAccessible();
  await page.keyboard.press('Enter');
  await page.keyboard.type(', ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('read');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type(' ');
  await page.keyboard.press('ControlOrMeta+k');
  await fill(page, 'Address', 'acme.example/{{custom.plan}}');
  await fill(page, 'Text of the link (optional)', 'this');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.keyboard.type('- {{sender.name}}');
  await page.keyboard.press('Enter');
  await page.keyboard.type('{Bye|See you} https://acme.example/book ');
  await press(page, page.getByRole('button', { name: 'Image' }));
  await fill(page, 'Address', 'http://acme.example/team.png');
  await page.keyboard.press('Enter');
  await page.getByText('Mail programs show only images from an https:// address').waitFor();
  await it.expectAccessible();
  await fill(page, 'Address', 'https://acme.example/team.png');
  await fill(page, 'Description', 'Our team');
  await page.keyboard.press('Enter');
  await textOf(page).getByRole('img', { name: 'Image: Our team' }).waitFor();

  expect(await saveBody(it, id)).toBe(
    [
      '<p>Hi {{firstName | default: "you &#38; me"}}, <b>read</b> <a href="https://acme.example/{{custom.plan}}">this</a></p>',
      '<ul>\n<li>{{sender.name}}</li>\n<li>{Bye|See you} <a href="https://acme.example/book">https://acme.example/book</a> <img src="https://acme.example/team.png" alt="Our team"></li>\n</ul>',
    ].join('\n'),
  );
});

story('undo restores removed merge fields, and the source shows the HTML', async (it) => {
  const { page } = it;
  const html = '<p>Hi {{ firstName|default:“there” }}, <i>hello</i></p>';
  const id = await openBody(it, { bodyHtml: html, bodyText: null });
  await tabTo(page, textOf(page));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  expect(await textOf(page).textContent()).toBe('');
  await page.keyboard.press('ControlOrMeta+z');
  await textOf(page).getByRole('img', { name: 'Merge field First name, or there' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Source' }));
  expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe(html);
  await fill(page, 'HTML', '<p>Changed</p>');
  await press(page, page.getByRole('button', { name: 'Source' }));

  expect(await textOf(page).textContent()).toBe('Changed');
  await press(page, page.getByRole('button', { name: 'Insert a field into Formatted text' }));
  await page.keyboard.type('last');
  await page.keyboard.press('Enter');

  expect(await saveBody(it, id)).toBe('<p>{{lastName}}Changed</p>');
});

story('HTML that the editor cannot show stays as it is, with the reason', async (it) => {
  const { page } = it;
  const bodyHtml = '<table class="a"><tr><td style="color:#c00">Hi {{firstName}}</td></tr></table><!-- x -->';
  const id = await openBody(it, { bodyHtml, bodyText: null });
  await page.getByText('Shown as HTML, because the editor of formatted texts cannot show').waitFor();
  expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe(bodyHtml);
  await fill(page, 'Subject', 'Another subject');

  expect(await saveBody(it, id)).toBe(bodyHtml);
});

story('a text that is only opened is saved without a change', async (it) => {
  const { page } = it;
  const bodyHtml = '<p>Hi  <strong>{{firstName}}</strong>,<br/>\n &copy; you</p>\n\n<ul><li>One</li></ul>';
  const id = await openBody(it, { bodyHtml, bodyText: null });
  await tabTo(page, textOf(page));
  await page.keyboard.press('ControlOrMeta+a');
  await fill(page, 'Subject', 'Another subject');

  expect(await saveBody(it, id)).toBe(bodyHtml);
});

story('a pasted text has only the formats of emails', async (it) => {
  const { page } = it;
  const id = await openBody(it, { bodyHtml: '<p>x</p>', bodyText: null });
  await tabTo(page, textOf(page));
  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, clipboards.word, 'Hi Ada');
  await paste(page, '<p>and <a href="javascript:alert(1)" onclick="alert(2)">more</a></p>', 'and more');

  expect(await saveBody(it, id)).toBe(
    [
      '<p>Hi <b>Ada</b>,</p>',
      '<p>see our <a href="https://acme.example/offer">offer</a> &amp; more:</p>',
      '<ul>\n<li>First point</li>\n<li><i>Second</i> point</li>\n</ul>',
      '<ol>\n<li>Step</li>\n</ol>',
      '<p>Kind regardsand more</p>',
    ].join('\n'),
  );
});

story('Escape removes the braces of a merge field that was not chosen', async (it) => {
  const { page } = it;
  const insert = page.getByRole('button', { name: /^Insert a field into (?:Formatted text|Text)$/u });
  const list = page.getByRole('listbox');
  await openBody(it, { bodyText: 'Hello' });
  const text = page.getByLabel('Text', { exact: true });
  await press(page, insert);
  await list.waitFor();
  await page.keyboard.press('Escape');
  expect(await text.inputValue()).toBe('Hello');

  await page.getByRole('combobox', { name: 'Format of the text' }).click();
  await page.getByRole('option', { name: 'Formatted text', exact: true }).click();
  await textOf(page).waitFor();
  await press(page, insert);
  await list.waitFor();
  await page.keyboard.press('Escape');
  expect((await textOf(page).textContent())?.trim()).toBe('Hello');
});

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Formatted text' });

async function openBody(it: Story, variant: object): Promise<string> {
  const { page, workspace } = it;
  await addAccount(workspace.workspaceId);
  const { id } = await draftCampaign(workspace.workspaceId, {
    steps: [{ variants: [{ subject: 'A question', ...variant }] }],
  });
  await it.signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);

  return id;
}

const focusedLabel = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

/** Gives the focused element a clipboard, as browsers do. */
const paste = (page: Page, html: string, text: string): Promise<void> =>
  page.evaluate(
    ([htmlData = '', textData = '']) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', htmlData);
      clipboardData.setData('text/plain', textData);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, text],
  );

async function saveBody({ page, workspace }: Story, id: string): Promise<string | null | undefined> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Campaign saved').first().waitFor();

  return (await readCampaign(workspace.workspaceId, id)).steps[0]?.variants[0]?.bodyHtml;
}

story('an email is checked while it is written, without a request', async (it) => {
  const { page } = it;
  await openBody(it, { bodyText: 'Hi {{firstName}}, act now!! BUY NOW: https://bit.ly/x' });
  const checks = page.getByRole('region', { name: 'Content checks' });

  await checks.getByText('6 words · 1 link').waitFor();
  await checks.getByText('bit.ly hides the target').waitFor();
  await checks.getByText('“act now”').waitFor();
  await checks.getByText('{{firstName}} has no default').waitFor();
  await it.expectAccessible();
  await page.getByLabel('Text', { exact: true }).fill('Hi {{firstName | default: "there"}}, a question.');
  await checks.getByText('4 words · 0 links · no hints for the text').waitFor();
});

story('a draft saves itself after a pause, and says what keeps it from saving', async (it) => {
  const { page, workspace } = it;
  const id = await openBody(it, { bodyText: 'Hello' });
  const state = page.locator('.editor-save').getByRole('status');
  const saves = countSaves(page);
  await fill(page, 'Subject', 'Written and never saved by hand');
  await state.getByText('Saved', { exact: true }).waitFor();

  const campaign = await readCampaign(workspace.workspaceId, id);
  expect(campaign.steps[0]?.variants[0]?.subject).toBe('Written and never saved by hand');
  expect(saves()).toBe(1);
  await fill(page, 'Text', ' ');
  await page.keyboard.press('Backspace');
  await state.getByText('Not saved: Email 1, variant A, text: Write a text').waitFor();
  expect(
    await page.getByLabel('Text', { exact: true }).evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await it.expectAccessible();
  await page.keyboard.type('Hello again');
  await state.getByText('Saved', { exact: true }).waitFor();
  expect(saves()).toBe(2);
});

function countSaves(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') count += 1;
  });

  return () => count;
}
