/** `npm run dashboard:pictures`: one picture of each page, in light and dark, on a phone and on a desktop. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createProgram, runProgram } from '../../infra/command-line/program.ts';
import { findRunningStack } from '../../infra/local/running-stack.ts';
import { startStack } from '../support/run-stack.ts';
import { type Appearance, appearances, launchBrowser, openContext } from './support/browser.ts';
import { waitForDashboard } from './support/built-dashboard.ts';
import { type FoundPage, findPages } from './support/crawl.ts';
import { waitForPage } from './support/pages.ts';

type Target = Pick<Awaited<ReturnType<typeof findRunningStack>>, 'baseUrl' | 'dashboard'>;

const folder = resolve(import.meta.dirname, '../../.build/pictures');
const desktop: Appearance = { theme: 'light', width: 1440 };

const program = createProgram(
  'npm run dashboard:pictures --',
  'Takes a picture of each page of the dashboard.',
)
  .option('--state <folder>', 'state folder of a running stack. Default: starts a stack without data')
  .action(async ({ state }: { readonly state?: string }) => {
    if (state === undefined) await withNewStack(takePictures);
    else await takePictures(await findRunningStack(state));
  });
await runProgram(program);

async function withNewStack(use: (target: Target) => Promise<void>): Promise<void> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-pictures-'));
  const stack = await startStack({ stateFolder });
  try {
    await use(stack.report);
  } finally {
    await stack.stop();
    rmSync(stateFolder, { recursive: true, force: true });
  }
}

async function takePictures(target: Target): Promise<void> {
  await waitForDashboard(`${target.baseUrl}/dashboard/`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    const { cookies, pages } = await explore(browser, target);
    for (const appearance of appearances) {
      const context = await openContext(browser, target.baseUrl, appearance);
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      await take(page, { name: 'sign-in', address: '/dashboard/' }, appearance);
      await context.addCookies(cookies);
      for (const found of pages) await take(page, found, appearance);
      await context.close();
    }
    process.stdout.write(`${pages.length + 1} pages, ${appearances.length} pictures each, in ${folder}\n`);
  } finally {
    await browser.close();
  }
}

interface Exploration {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  readonly pages: readonly FoundPage[];
}

/** Signs in once, because sign-ins are rate-limited, and follows all links. */
async function explore(browser: Browser, { baseUrl, dashboard }: Target): Promise<Exploration> {
  const context = await openContext(browser, baseUrl, desktop);
  const page = await context.newPage();
  await page.goto('/dashboard/');
  await page.getByLabel('Email address', { exact: true }).fill(dashboard.email);
  await page.getByLabel('Password', { exact: true }).fill(dashboard.password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const pages = await findPages(page);
  const cookies = await context.cookies();
  await context.close();

  return { cookies, pages };
}

async function take(page: Page, { name, address }: FoundPage, { theme, width }: Appearance): Promise<void> {
  await page.goto(address);
  await waitForPage(page);
  // The pages of one appearance reach the rate limit of a user, and continue a minute later.
  await page.getByText('Rate limit reached').waitFor({ state: 'hidden' });
  await waitForPage(page);
  await page.screenshot({ path: join(folder, `${name}.${width}.${theme}.png`), fullPage: true });
}
