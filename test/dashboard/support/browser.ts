import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { trackRequests } from './idle-network.ts';

const themes = ['light', 'dark'] as const;
/** In CSS pixels: a phone and a desktop. */
const widths = [390, 1440] as const;

/** The first call of a function bundles it. */
const actionMs = 30_000;

export interface Appearance {
  readonly theme: (typeof themes)[number];
  readonly width: (typeof widths)[number];
}

const combinations = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));

/** All combinations; with `APPEARANCES=2` each theme and each width once. */
export const appearances: readonly Appearance[] =
  process.env['APPEARANCES'] === '2'
    ? combinations.filter(({ theme, width }) => (theme === 'dark') === (width === Math.min(...widths)))
    : combinations;

/** Debian's Chromium; `CHROMIUM` names another one. @throws when it is not installed */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new Error(
      `${executablePath} does not exist. Install it with apt-get install chromium, or set CHROMIUM.`,
    );
  }

  return chromium.launch({
    executablePath,
    // Containers have no user namespaces, and their shared memory is small.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** A browser profile without cookies. */
export async function openContext(
  browser: Browser,
  baseURL: string,
  { theme, width }: Appearance,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    colorScheme: theme,
    // Animations would delay clicks and blur pictures.
    reducedMotion: 'reduce',
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  context.setDefaultTimeout(actionMs);
  trackRequests(context);

  return context;
}
