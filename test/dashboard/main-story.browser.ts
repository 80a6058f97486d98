import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { chooseContacts, createCampaign, openAllDay, openSection } from './support/editor.ts';
import { openNavigation, waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';
import { keyboardInput, pointerInput, type UserInput } from './support/user-input.ts';

/** A new account sends its next email within two hours. */
const sendingMs = 120 * 60_000;
/** In which the service reads an inbox. */
const inboxIntervalMs = 120_000;
const name = 'Spring offer';

const pointerStory = defineStories();
const keyboardStory = defineStories({ appearances: [{ theme: 'light', width: 1440 }] });
const title = 'from the first sign-in to the answer to a reply';

pointerStory(title, (it) => tell(it, pointerInput()), 300_000);
keyboardStory(`with the keyboard alone: ${title}`, (it) => tell(it, keyboardInput(it.page)), 300_000);

async function tell(it: Story, input: UserInput): Promise<void> {
  const { page, inbox, clock } = it;
  const domain = `${it.workspace.workspaceId.toLowerCase().replace('_', '-')}.example`;
  const [mailbox, ada, bob] = [`sender@${domain}`, `ada@${domain}`, `bob@${domain}`];
  // The page asks for the session before the person has signed in.
  it.problems.allowStatus(401);
  await signIn(it, input);
  await connectMailbox(it, input, mailbox);
  await importContacts(it, input, [ada, bob]);
  await buildCampaign(it, input, mailbox);
  await previewCampaign(it, input);
  await startAfterDryRun(it, input);

  for (const _ of [ada, bob]) {
    await clock.advance(sendingMs);
    await clock.settle(['ticks', 'jobs', 'sends']);
  }
  const email = await inbox.waitForEmail(ada);
  await inbox.waitForEmail(bob);
  await watchProgress(it, input);
  await inbox.reply(email, 'Gladly. When does it suit you?');
  await clock.advance(inboxIntervalMs);
  await answerReply(it, input, 'Ada');
  await waitUntil('the answer in the thread', async () => {
    const { from, subject } = await inbox.waitForEmail(ada);

    return from === mailbox && subject === 'Re: A question about Fjord';
  });

  await goTo(it, input, 'Inbox');
  await page
    .getByRole('list', { name: 'Replies' })
    .getByText(/^Answered/)
    .waitFor();
  await goTo(it, input, 'Campaigns');
  await input.press(page.getByRole('link', { name }));
  await input.press(page.getByRole('button', { name: 'Pause', exact: true }));
  await input.press(page.getByRole('alertdialog').getByRole('button', { name: 'Pause campaign' }));
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.locator('.state-line').getByText('Paused').first().waitFor();
}

async function signIn({ page, user }: Story, input: UserInput): Promise<void> {
  await page.goto('/dashboard/');
  await input.fill(page.getByLabel('Email address'), user.email);
  await input.fill(page.getByLabel('Password'), user.password);
  await input.press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await waitForPage(page);
}

async function goTo({ page, appearance }: Story, input: UserInput, label: string): Promise<void> {
  const navigation = await openNavigation(page, appearance.width);
  await input.press(navigation.getByRole('link', { name: label, exact: true }));
  await page.getByRole('heading', { level: 1, name: label }).waitFor();
  await waitForPage(page);
}

async function connectMailbox(it: Story, input: UserInput, mailbox: string): Promise<void> {
  const { page, stack } = it;
  await goTo(it, input, 'Email accounts');
  await input.press(page.getByRole('link', { name: 'Connect account' }));
  await input.fill(page.getByLabel('Address', { exact: true }), mailbox);
  await input.fill(page.getByLabel('Password', { exact: true }), 'any password');
  await input.press(page.getByRole('button', { name: /^Mail servers/ }));
  for (const [group, { host, port }] of [
    ['Outgoing server (SMTP)', stack.mail.smtp],
    ['Incoming server (IMAP)', stack.mail.imap],
  ] as const) {
    const server = page.getByRole('group', { name: group });
    await input.fill(server.getByLabel('Host'), host);
    await input.fill(server.getByLabel('Port'), String(port));
  }
  await input.press(page.getByRole('button', { name: 'Connect account' }));
  await page.getByRole('heading', { level: 1, name: mailbox }).waitFor();
}

/** The service does not know the names of these columns. */
async function importContacts(it: Story, input: UserInput, addresses: readonly string[]): Promise<void> {
  const { page } = it;
  await goTo(it, input, 'Contacts');
  await input.press(page.getByRole('link', { name: 'Import', exact: true }).first());
  const rows = addresses.map(
    (address) => `${address};${address.slice(0, 1).toUpperCase()}${address.slice(1, 3)}`,
  );
  const file = ['Kontakt;Rufname', ...rows].join('\n');
  const opened = page.waitForEvent('filechooser');
  await input.press(page.getByRole('button', { name: 'Choose a file' }));
  await (await opened).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await chooseTarget(it, input, 'Target of Kontakt', 'Email address');
  await chooseTarget(it, input, 'Target of Rufname', 'First name');
  await input.press(page.getByRole('button', { name: 'Import 2 rows' }));
  const counts = page.getByRole('list', { name: 'Rows by result' });
  await counts.getByText('2Created').waitFor();
}

async function chooseTarget({ page }: Story, input: UserInput, label: string, option: string): Promise<void> {
  await input.press(page.getByRole('combobox', { name: label }));
  await input.choose(page.getByRole('option', { name: option, exact: true }));
}

async function buildCampaign(it: Story, input: UserInput, mailbox: string): Promise<void> {
  const { page } = it;
  await goTo(it, input, 'Campaigns');
  await input.press(page.getByRole('link', { name: 'New campaign' }).first());
  await createCampaign(page, input, name);
  await input.fill(page.getByLabel('Subject', { exact: true }), 'A question about Fjord');
  await input.fill(page.getByLabel('Text', { exact: true }), 'Hi ');
  await page.keyboard.type('{{firstn');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', a question.');
  await input.press(page.getByRole('button', { name: 'Add a follow-up' }));
  await input.fill(page.getByLabel('Text', { exact: true }), 'Did you see my question?');
  await it.expectAccessible();
  await chooseContacts(page, input, ['Ada', 'Bob']);
  await it.expectAccessible();
  await openSection(page, input, 'Accounts');
  await input.check(page.getByLabel(mailbox));
  await openAllDay(page, input);
}

/** The preview is beside the emails, or behind a button on a phone. */
async function previewCampaign({ page, appearance }: Story, input: UserInput): Promise<void> {
  const isNarrow = appearance.width < 600;
  if (isNarrow) await input.press(page.getByRole('button', { name: 'Preview', exact: true }));
  const preview = page.getByRole('region', { name: 'Preview' });
  await input.fill(preview.getByLabel('Preview as'), 'Ada');
  await input.choose(page.getByRole('option', { name: 'Ada' }));
  for (const text of ['A question about Fjord', 'Hi Ada, a question.']) {
    await preview.getByText(text).first().waitFor();
  }
}

async function startAfterDryRun({ page, expectAccessible }: Story, input: UserInput): Promise<void> {
  await openSection(page, input, 'Start');
  await input.press(page.getByRole('button', { name: /dry run$/i }));
  await page.getByRole('heading', { name: 'Dry run: 4 emails' }).waitFor({ timeout: 45_000 });
  await expectAccessible();
  await input.press(page.getByRole('button', { name: 'Start campaign' }));
  const dialog = page.getByRole('dialog', { name: `Start “${name}”?` });
  await input.press(dialog.getByRole('button', { name: 'Start campaign' }));
  await page.waitForURL(/\/campaigns\/cmp_\w+$/);
}

async function watchProgress({ page, expectAccessible }: Story, input: UserInput): Promise<void> {
  await page.getByRole('link', { name: '2 emails: Sent' }).waitFor();
  await input.press(page.getByRole('link', { name: 'Recipients', exact: true }));
  const recipients = page.getByRole('table', { name: 'Recipients' });
  for (const person of ['Ada', 'Bob']) await recipients.getByText(person).first().waitFor();
  await expectAccessible();
}

async function answerReply(it: Story, input: UserInput, sender: string): Promise<void> {
  const { page } = it;
  await goTo(it, input, 'Inbox');
  await waitUntil('the reply in the list', async () => {
    await page.reload();
    await waitForPage(page);

    return (await page.getByText('Gladly. When does it suit you?').count()) > 0;
  });
  await input.press(page.getByRole('list', { name: 'Replies' }).getByRole('link').first());
  await page.getByRole('heading', { name: /^Re: / }).waitFor();
  await input.press(page.getByRole('button', { name: 'Labels' }));
  await input.choose(page.getByRole('menuitemcheckbox', { name: 'Interested', exact: true }));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Label Interested' }).waitFor();
  await it.expectAccessible();
  const answer = page.getByLabel(`Answer ${sender}`, { exact: true });
  await input.fill(answer, 'On Monday at ten.');
  await input.press(page.getByRole('button', { name: 'Send answer' }));
  await page.getByRole('button', { name: 'Sent', exact: true }).waitFor();
}
