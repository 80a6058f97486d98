import { hasUnpublished } from '#lib/commit/outbox.ts';
import { recountWorkspace } from '../../../infra/admin/recount.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { withTable } from '../../../infra/local/seed.ts';
import type { Journey } from './journey.ts';

/** The sweeper publishes events that the stream lost when the stack was killed. */
const sweepMs = 121_000;
const publishedMs = 60_000;
/** Statistics of a day are compared after the day has ended. */
const daysMs = 2 * 86_400_000;

/** Differences between the counters and a recount from the ledger and the items. */
export async function readCounterDifferences({ report, time }: Journey) {
  const { environment, workspaceId } = report;
  await time.advance(sweepMs);
  const now = Date.parse((await time.status()).now) + daysMs;

  return withTable(environment, async ({ table }) => {
    const isPublished = async () => !(await hasUnpublished(table, workspaceId));
    await waitUntil('all events to be published', isPublished, publishedMs);
    const found = await recountWorkspace({ table, now: () => now }, { workspaceId, repair: false });
    const { statistics, campaigns, totals, companies } = found;

    return { statistics, campaigns, totals, companies };
  });
}

export const noCounterDifferences = { statistics: [], campaigns: [], totals: undefined, companies: [] };
