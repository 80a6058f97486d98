import { expect } from 'vitest';
import { fill } from './support/keyboard.ts';
import { waitForPage } from './support/pages.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();

story('a wrong password is refused, and the right one leads to the requested page', async (it) => {
  const { page, user, problems } = it;
  problems.allowStatus(401);
  await page.goto('/dashboard/contacts');
  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor();
  await it.expectAccessible();

  await fill(page, 'Email address', user.email);
  await fill(page, 'Password', 'not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await it.expectAccessible();

  await fill(page, 'Password', user.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/contacts');
  await waitForPage(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Contacts');
});

story('after an ended session, the page asks to sign in again', async (it) => {
  const { page, problems } = it;
  problems.allowStatus(401);
  await it.signIn();
  await page.goto('/dashboard/contacts');
  await waitForPage(page);
  await page.context().clearCookies();
  await page.reload();

  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor();
});
