import { DeliveryMessage, ReleaseMessage } from '#lib/values/queues.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { consume } from './invoke.ts';
import { workspaceId as sharedWorkspaceId } from './one-delivery.ts';
import { takeMessages } from './own-resources.ts';

/** Releases held deliveries of a webhook and attempts them. @returns the number of released deliveries */
export async function releaseAndDeliver(webhookId: string, workspaceId = sharedWorkspaceId): Promise<number> {
  await takeMessages('deliveries');
  await consume(deliver, [ReleaseMessage.parse({ workspaceId, webhookId })]);
  const calls = (await takeMessages('deliveries')).map((message) => DeliveryMessage.parse(message));
  await consume(deliver, calls);

  return calls.length;
}
