/** Syncs inboxes in a separate process, which a test may kill at any time. */
import '../../support/permission-checked-process.ts';
import { inboxWorkers } from '#lib/inbox/workers.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { consume } from './invoke.ts';

const timeoutMs = (inboxWorkers.sync.timeoutSeconds ?? 0) * 1000;

process.on('message', async (calls: readonly unknown[]) => {
  process.send?.({ givenBack: await consume(sync, calls, 1, timeoutMs) });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
