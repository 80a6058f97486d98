/** Looks into inboxes in a process of its own, which may be killed at any moment. */
import '../../support/permission-checked-process.ts';
import { handler as sync } from '../../../functions/inbox/sync.ts';
import { consume } from './invoke.ts';

process.on('message', async (calls: readonly unknown[]) => {
  process.send?.({ givenBack: await consume(sync, calls) });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
