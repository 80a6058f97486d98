import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StackTime, stackTime } from '../../../infra/local/demo/stack-time.ts';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';
import { newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { type Appearance, appearances, launchBrowser, openContext } from './browser.ts';
import { type FailingReceiver, startFailingReceiver } from './failing-receiver.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { findStateFaults } from './page-faults.ts';
import { type PageProblems, watchPage } from './page-problems.ts';

export interface Story {
  /** Not signed in, on a blank page. */
  readonly page: Page;
  readonly appearance: Appearance;
  readonly stack: ReadyReport;
  readonly workspace: Workspace;
  /** An owner of the workspace. */
  readonly user: TestUser;
  /** Emails that the local stack has sent, and replies to them. */
  readonly inbox: Inbox;
  readonly clock: StackTime;
  readonly problems: PageProblems;
  /** Gives the page a new session without the form. @param other instead of the story's user */
  signIn(other?: TestUser): Promise<void>;
  startReceiver(): Promise<FailingReceiver>;
  /** Fails if axe finds a serious or critical barrier on the page as it is shown now. Every story ends with it. */
  expectAccessible(): Promise<void>;
}

/** Chromium, for the tests of one file. */
function startBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  return () => {
    if (browser === undefined) throw new Error('The browser starts before the first test');

    return browser;
  };
}

type Tell = (story: Story) => Promise<void>;

/** @returns a function that defines a story in light and dark, on a phone and on a desktop */
export function defineStories(options: { readonly appearances?: readonly Appearance[] } = {}) {
  const browser = startBrowser();

  return (name: string, tell: Tell, timeoutMs?: number): void => {
    test.each(options.appearances ?? appearances)(
      `${name} ($theme, $width px)`,
      async (appearance) => runStory(browser(), appearance, tell),
      timeoutMs,
    );
  };
}

async function runStory(browser: Browser, appearance: Appearance, tell: Tell): Promise<void> {
  const stack = useStack();
  const context = await openContext(browser, stack.baseUrl, appearance);
  onTestFinished(() => context.close());
  const workspace = await newWorkspace();
  const user = await newUser(workspace.workspaceId);
  const page = await context.newPage();
  const problems = await watchPage(page, stack.baseUrl);
  const expectAccessible = async () => expect(await findStateFaults(page)).toEqual([]);

  const story: Story = {
    page,
    appearance,
    stack,
    workspace,
    user,
    problems,
    expectAccessible,
    inbox: openInbox(stack.mail.webUrl),
    clock: stackTime(stack.controlUrl),
    signIn: async (other = user) =>
      context.addCookies([sessionCookieOf(await newCookie(other), stack.baseUrl)]),
    startReceiver: async () => {
      const receiver = await startFailingReceiver();
      onTestFinished(() => receiver.stop());

      return receiver;
    },
  };
  try {
    await tell(story);
    await expectAccessible();
    expect(problems.list()).toEqual([]);
  } catch (error) {
    process.stderr.write(`${page.url()}\n${await page.locator('body').ariaSnapshot()}\n`);
    throw error;
  }
}

function sessionCookieOf(cookie: string, baseUrl: string) {
  const [name = '', ...value] = cookie.split('=');
  const domain = new URL(baseUrl).hostname;

  return {
    name,
    value: value.join('='),
    domain,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax' as const,
  };
}
