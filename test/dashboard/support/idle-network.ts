import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';

const pollMs = 50;
/** A page that has rendered a response may send the next request after a pause. */
const quietPollsRequired = 4;
const waitMs = 20_000;

const running = new WeakMap<BrowserContext, Map<Request, Page>>();

/** Must be called before the first page of the context. */
export function trackRequests(context: BrowserContext): void {
  const requests = new Map<Request, Page>();
  running.set(context, requests);
  context.on('request', (request) => requests.set(request, request.frame().page()));
  const end = (request: Request) => requests.delete(request);
  context
    .on('requestfailed', end)
    .on('requestfinished', end)
    .on('response', (response) => end(response.request()));
}

/** Waits until the page has no running request. Playwright's `networkidle` waits only once after each load. */
export async function waitForIdleNetwork(page: Page): Promise<void> {
  const requests = running.get(page.context());
  if (requests === undefined) throw new Error('The requests of this context are not tracked');
  const deadline = performance.now() + waitMs;

  for (let quietPolls = 0; quietPolls < quietPollsRequired; ) {
    await pause(pollMs);
    const pending = [...requests].filter(([, owner]) => owner === page).map(([request]) => request.url());
    quietPolls = pending.length === 0 ? quietPolls + 1 : 0;
    if (performance.now() > deadline) throw new Error(`Requests without a response: ${pending.join(', ')}`);
  }
}
