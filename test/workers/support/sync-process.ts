/** Syncs inboxes in a separate process, which a test may kill at any time. */
import '../../support/permission-checked-process.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { consume } from './invoke.ts';

process.on('message', async (calls: readonly unknown[]) => {
  process.send?.({ givenBack: await consume(sync, calls) });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
