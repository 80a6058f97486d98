import type { Page } from 'playwright-core';

export interface PageProblems {
  /** Statuses that the story provokes. The browser reports each response with an error status on its console. */
  allowStatus(status: number): void;
  /** From now on, requests may fail because the connection is lost. */
  allowLostConnection(): void;
  /** Everything that a page must not do, as one line each. */
  list(): readonly string[];
  /** As `list`, and removes them from the list. */
  takeAll(): readonly string[];
}

/** Schemes that never reach a network. */
const localSchemes = ['about:', 'blob:', 'data:'];

/** Collects errors on the console, uncaught errors, violations of the policy, failed requests and requests to other hosts. */
export async function watchPage(page: Page, baseUrl: string): Promise<PageProblems> {
  const problems: string[] = [];
  const refusals: { readonly status: number; readonly line: string }[] = [];
  const allowed = new Set<number>();
  const { host } = new URL(baseUrl);
  let isConnectionRequired = true;
  const isAllowedFailure = (text: string | undefined): boolean =>
    !isConnectionRequired && text?.includes('ERR_INTERNET_DISCONNECTED') === true;

  page.on('pageerror', (error) => problems.push(`uncaught ${error.stack ?? error.message}`));
  page.on('crash', () => problems.push('the page crashed'));
  page.on('console', (message) => {
    if (message.type() !== 'error' || isAllowedFailure(message.text())) return;
    const line = `console: ${message.text()} ${message.location().url}`;
    const status = /^Failed to load resource: .* status of (\d{3})/.exec(message.text())?.[1];
    if (status === undefined) problems.push(line);
    else refusals.push({ status: Number(status), line });
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left cancels its requests.
    if (reason !== 'net::ERR_ABORTED' && !isAllowedFailure(reason))
      problems.push(`request failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!localSchemes.includes(url.protocol) && url.host !== host) {
      problems.push(`request to another host: ${request.url()}`);
    }
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy ${violatedDirective} blocked ${blockedURI} in ${sourceFile}`);
    });
  });

  const list = () => [
    ...problems,
    ...refusals.filter(({ status }) => !allowed.has(status)).map(({ line }) => line),
  ];

  return {
    list,
    allowStatus: (status) => {
      allowed.add(status);
    },
    allowLostConnection: () => {
      isConnectionRequired = false;
    },
    takeAll: () => {
      const found = list();
      problems.length = 0;
      refusals.length = 0;

      return found;
    },
  };
}
