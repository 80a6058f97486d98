import { expect } from 'vitest';
import { newUser } from '../support/users.ts';
import { holdData, readShifts, recordShifts } from './support/layout-shift.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories, type Story } from './support/story.ts';
import { pointerInput, type UserInput } from './support/user-input.ts';

const story = defineStories();
const actionsMax = 12;
/** Half of the limit of a good Cumulative Layout Shift. */
const shiftsMax = 0.05;
/** A new account sends its next email within two hours. */
const sendingMs = 120 * 60_000;
const people = [
  'Email,First name,Company',
  'ada@%,Ada,Fjord Studios',
  'bob@%,Bob,Northwind',
  'ADA@%,Ada,',
  'invalid,Eve,',
];

story(
  'from the sign-in to the first email in at most 12 clicks and entries',
  async (it) => {
    const { page, inbox, clock } = it;
    const domain = `${it.workspace.workspaceId.toLowerCase().replace('_', '-')}.example`;
    const startedAt = performance.now();
    const input = countActions();
    // The page asks for the session before the person has signed in.
    it.problems.allowStatus(401);
    await signIn(it, input);
    await addPeople(it, input, people.join('\n').replaceAll('%', domain));
    await chooseSequence(it, input, `ada@${domain}`);
    await input.press(page.getByRole('button', { name: 'Use the built-in inbox' }));
    await page.getByRole('heading', { name: /^The last email leaves on / }).waitFor();
    await it.expectAccessible();
    await input.press(page.getByRole('button', { name: 'Start the campaign' }));
    const dialog = page.getByRole('dialog', { name: 'Start “First campaign”?' });
    await dialog.getByText('4 emails').waitFor();
    await it.expectAccessible();
    const firstSendAt = await dialog.locator('time').first().getAttribute('datetime');
    await input.press(dialog.getByRole('button', { name: 'Start campaign' }));
    await page.waitForURL(/\/campaigns\/cmp_\w+$/);
    const seconds = (performance.now() - startedAt) / 1000;

    const untilFirstMs = Date.parse(firstSendAt ?? '') - Date.parse((await clock.status()).now);
    for (const waitMs of [Math.max(untilFirstMs, 0), sendingMs]) {
      await clock.advance(waitMs);
      await clock.settle(['ticks', 'jobs', 'sends']);
    }
    const { from, subject } = await inbox.waitForEmail(`ada@${domain}`);
    expect([from, subject]).toEqual([it.user.email, 'Who is responsible for data quality?']);
    console.info(`First email after ${input.count()} actions and ${seconds.toFixed(1)} s`);
    expect(input.count()).toBeLessThanOrEqual(actionsMax);
  },
  300_000,
);

story('a draft continues after a reload without moved content, until the user skips it', async (it) => {
  const { page } = it;
  await it.signIn();
  await recordShifts(page);
  await openSlowly(it);
  const title = page.getByRole('heading', { level: 1 });
  const sequence = page.getByRole('radio', { name: /^The right person/ });
  expect(await title.textContent()).toBe('Send your first campaign');
  expect((await readShifts(page)).score).toBeLessThan(shiftsMax);
  await sequence.check();
  await page.getByRole('link', { name: 'Open the full editor' }).waitFor();

  await openSlowly(it);
  await page.getByRole('region', { name: 'Preview' }).getByText('I am looking for the person').waitFor();
  expect(await sequence.isChecked()).toBe(true);
  const { score, moved } = await readShifts(page);
  expect(score, moved.join(', ')).toBeLessThan(shiftsMax);
  await it.expectAccessible();

  await page.getByRole('button', { name: 'I will do it myself' }).click();
  await page.getByText('No reply yet.').waitFor();
  await page.reload();
  await page.getByText('No reply yet.').waitFor();
  expect(await title.textContent()).toBe('Overview');
});

story('the next page has what was typed last', async (it) => {
  const { page } = it;
  await it.signIn();
  await page.goto('/dashboard/');
  await page.getByRole('radio', { name: /^The right person/ }).check();
  await page.getByLabel('Topic', { exact: true }).fill('return loads');
  await page.getByRole('link', { name: 'Open the full editor' }).click();
  await page.waitForURL(/\/edit/);

  await page.getByRole('button', { name: /^1 Who is responsible for return loads\?/ }).waitFor();
});

story('a viewer of a new workspace sees that there is no campaign yet', async (it) => {
  await it.signIn(await newUser(it.workspace.workspaceId, { role: 'viewer' }));
  await it.page.goto('/dashboard/');
  await it.page.getByRole('heading', { name: 'No campaign yet' }).waitFor();
  expect(await it.page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview');
});

/** Opens the overview with data that arrive after the page is shown. */
async function openSlowly({ page }: Story): Promise<void> {
  const data = await holdData(page);
  await page.goto('/dashboard/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await data.release();
  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await waitForPage(page);
}

/** A pointer that counts each click and each filled field. */
function countActions(): UserInput & { count(): number } {
  const pointer = pointerInput();
  let count = 0;
  const counted =
    <Parameters extends unknown[]>(act: (...parameters: Parameters) => Promise<void>) =>
    (...parameters: Parameters) => {
      count += 1;

      return act(...parameters);
    };

  return {
    press: counted(pointer.press),
    fill: counted(pointer.fill),
    check: counted(pointer.check),
    choose: counted(pointer.choose),
    count: () => count,
  };
}

async function signIn({ page, user }: Story, input: UserInput): Promise<void> {
  await page.goto('/dashboard/');
  await input.fill(page.getByLabel('Email address'), user.email);
  await input.fill(page.getByLabel('Password'), user.password);
  await input.press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await waitForPage(page);
}

async function addPeople({ page, expectAccessible }: Story, input: UserInput, file: string): Promise<void> {
  await expectAccessible();
  const opened = page.waitForEvent('filechooser');
  await input.press(page.getByRole('button', { name: 'Choose a file' }));
  await (await opened).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: '3 of 3 columns mapped' }).waitFor();
  await expectAccessible();
  await input.press(page.getByRole('button', { name: 'Import 4 rows' }));
  const card = page.getByRole('region', { name: 'People' });
  await card.getByText('2 people').waitFor();
  await card.getByRole('link', { name: '1 row repeats an address, 1 row needs a look' }).waitFor();
}

async function chooseSequence({ page }: Story, input: UserInput, address: string): Promise<void> {
  await input.check(page.getByRole('radio', { name: /^The right person/ }));
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText(`→ ${address}`).waitFor();
  await preview.getByText('the person at Fjord Studios').waitFor();
  await input.fill(page.getByLabel('Topic', { exact: true }), 'data quality');
  await input.fill(page.getByLabel('One sentence about your offer'), 'we find duplicates');
  await preview.getByText('The reason: we find duplicates.').waitFor();
}
