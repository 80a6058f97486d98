import { waitUntil } from '../../../infra/local/demo/stack-time.ts';

/** A build takes about five seconds. */
const buildMs = 120_000;

/** Waits until the local stack has built the dashboard. @throws with the page that it shows instead */
export async function waitForDashboard(url: string): Promise<void> {
  let page = '';
  const isBuilt = async () => {
    const response = await fetch(url);
    page = await response.text();
    if (page.includes('could not be built')) throw new Error(page);

    return response.headers.get('content-encoding') === 'gzip';
  };
  await waitUntil('the built dashboard', isBuilt, buildMs);
}
