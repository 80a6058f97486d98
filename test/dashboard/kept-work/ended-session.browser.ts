import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { draftCampaign, readCampaign } from '../../api/support/seed.ts';
import { newWorkspace } from '../../support/stack.ts';
import { newUser, type TestUser } from '../../support/users.ts';
import { fill, press } from '../support/keyboard.ts';
import { waitForPage } from '../support/pages.ts';
import { defineStories, type Story } from '../support/story.ts';

const story = defineStories();
/** A page that repeats refused requests sends dozens in this time. */
const watchMs = 5_000;
/** Requests that were in flight together when the session ended. */
const refusedMax = 4;

story(
  'after an ended session, the same user signs in over the page, and the refused save is repeated',
  async (it) => {
    const { page, user, problems } = it;
    problems.allowStatus(401);
    const id = await openEditor(it);
    await endSession(it);
    const refused = countRefused(page);
    await fill(page, 'Subject', 'Kept');
    await page.keyboard.press('ControlOrMeta+s');

    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await it.expectAccessible();
    await pause(watchMs);
    expect(refused()).toBeGreaterThan(0);
    expect(refused()).toBeLessThanOrEqual(refusedMax);
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(user.email);
    await signInAgain(page, user);
    await page.getByText('Campaign saved').first().waitFor();

    await dialog.waitFor({ state: 'detached' });
    expect((await readCampaign(it.workspace.workspaceId, id)).steps[0]?.variants[0]?.subject).toBe('Kept');
    expect(refused()).toBeLessThanOrEqual(refusedMax);
  },
);

story('another user who signs in finds no work of the previous one', async (it) => {
  const { page, problems } = it;
  problems.allowStatus(401);
  const id = await openEditor(it);
  await endSession(it);
  await fill(page, 'Subject', 'A secret idea');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
  const { workspaceId } = await newWorkspace();
  const other = await newUser(workspaceId);
  await signInAgain(page, other);

  await page.getByRole('heading', { level: 1, name: 'Send your first campaign' }).waitFor();
  await waitForPage(page);
  expect(await storedText(page)).not.toContain('A secret idea');
  expect((await readCampaign(it.workspace.workspaceId, id)).steps[0]?.variants[0]?.subject).toBe('Hello');
});

async function openEditor({ page, workspace, signIn }: Story): Promise<string> {
  const { id } = await draftCampaign(workspace.workspaceId, {
    steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }],
  });
  await signIn();
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await waitForPage(page);

  return id;
}

/** Signs out in a second tab. */
async function endSession({ page, appearance }: Story): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/dashboard/');
  await waitForPage(other);
  if (appearance.width < 600) await press(other, other.getByRole('button', { name: 'Open the navigation' }));
  await press(other, other.locator('.user-menu:visible'));
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor();
  await other.close();
}

function countRefused(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.status() === 401) count += 1;
  });

  return () => count;
}

async function signInAgain(page: Page, user: TestUser): Promise<void> {
  await fill(page, 'Email address', user.email);
  await fill(page, 'Password', user.password);
  await page.keyboard.press('Enter');
}

const storedText = (page: Page): Promise<string> =>
  page.evaluate(
    () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]) + document.body.textContent,
  );
