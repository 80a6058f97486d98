import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { useStack } from '../support/stack.ts';
import { newUser, type TestUser } from '../support/users.ts';
import { type Examples, fillIn, readExamples } from './support/examples.ts';
import { holdData, readShifts, recordShifts } from './support/layout-shift.ts';
import { findPageFaults } from './support/page-faults.ts';
import { waitForPage } from './support/pages.ts';
import { type AppRoute, readRoutes } from './support/routes.ts';
import { defineStories } from './support/story.ts';

const story = defineStories();
const phoneStory = defineStories({ appearances: [{ theme: 'light', width: 390 }] });
const notFound: AppRoute = { path: '/no-such-page', needsSession: false };
/** A session may send 100 requests within a minute. */
const pagesPerSession = 5;
/** Half of the limit of a good Cumulative Layout Shift. */
const shiftsMax = 0.05;

let routes: readonly AppRoute[];
let examples: Examples;
let user: TestUser;
beforeAll(async () => {
  routes = [...(await readRoutes()), notFound];
  examples = await readExamples(useStack());
  user = await newUser(useStack().workspaceId);
});

story(
  'every page has content without barriers, one heading, its own title, and no errors',
  async (it) => {
    const faults: string[] = [];
    const pathsByTitle = new Map<string, string>([['Outreach', 'the document before a page is shown']]);

    for (const [index, { path, needsSession }] of routes.entries()) {
      if (!needsSession) await it.page.context().clearCookies();
      else if (index % pagesPerSession === 0 || !routes[index - 1]?.needsSession) await it.signIn(user);
      await openPage(it.page, fillIn(path, examples));
      faults.push(...(await findPageFaults(it.page)));
      const title = await it.page.title();
      const other = pathsByTitle.get(title);
      if (other !== undefined) faults.push(`${path} has the title of ${other}: ${title}`);
      pathsByTitle.set(title, path);
    }

    expect(routes.length).toBeGreaterThan(30);
    expect(faults).toEqual([]);
  },
  240_000,
);

story(
  'no page moves its content while it loads, and each has its heading before its data',
  async (it) => {
    const faults: string[] = [];

    for (const [index, { path, needsSession }] of routes.entries()) {
      if (index % pagesPerSession === 0 && needsSession) await it.signIn(user);
      const page = await it.page.context().newPage();
      await recordShifts(page);
      const data = await holdData(page);
      await page.goto(`/dashboard${fillIn(path, examples)}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await data.release();
      await waitForPage(page);
      const { score, moved } = await readShifts(page);
      if (score >= shiftsMax) faults.push(`${path} has layout shifts of ${score}: ${moved.join(', ')}`);
      await page.close();
    }

    expect(faults).toEqual([]);
    await it.page.goto('/dashboard/');
    await waitForPage(it.page);
  },
  480_000,
);

phoneStory('shifts of the layout are found', async (it) => {
  const { page } = it;
  await recordShifts(page);
  await openPage(page, notFound.path);
  await page.evaluate(() =>
    document.querySelector('h1')?.insertAdjacentHTML('beforebegin', '<p>a<br>b<br>c</p>'),
  );
  await page.waitForFunction(() => window.layoutShifts.score > 0);

  expect((await readShifts(page)).moved.join(' ')).toMatch(/h1\. \d+ px/);
});

phoneStory('faults of a page are found', async (it) => {
  const { page, problems } = it;
  await openPage(page, notFound.path);
  expect(await findPageFaults(page)).toEqual([]);
  await page.evaluate(async () => {
    const main = document.querySelector('main');
    main?.insertAdjacentHTML('beforeend', '<h1>Second</h1><button></button><hr><p><input></p>');
    const line = main?.querySelector('hr');
    if (line) line.style.width = '500px';
    const paragraph = main?.querySelector('p:has(input)');
    if (paragraph instanceof HTMLElement)
      paragraph.style.cssText = 'overflow: hidden; padding-left: 350px; width: 360px';
    console.error('planted');
    await fetch('http://127.0.0.1:1/').catch(() => undefined);
    await fetch('/no-such-operation');
  });

  const faults = (await findPageFaults(page)).join('\n');
  expect(faults).toContain('2 main headings: Page not found, Second');
  expect(faults).toMatch(/is \d+ px wider than the window/);
  expect(faults).toContain('a control outside the window: <input');
  expect(faults).toContain('button-name');
  expect(faults).toContain('label: Form elements must have labels');
  const found = problems.takeAll().join('\n');
  expect(found).toContain('console: planted');
  expect(found).toContain('policy connect-src blocked http://127.0.0.1:1/');
  expect(found).toMatch(/status of 40\d/);
  await page.reload();
});

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`/dashboard${path}`);
  await waitForPage(page);
}
