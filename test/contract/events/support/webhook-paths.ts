import { webhookKey } from '#lib/webhooks/items.ts';
import { addDeliveryMessage, addWebhook } from '../../../api/support/seed.ts';
import { deliverMessage } from '../../../bench/support/invoke.ts';
import { connected } from '../../../support/stack.ts';
import { workspaceId } from '../../../workers/support/one-mail.ts';
import { startReceiver } from '../../../workers/support/receiver.ts';
import { runAs } from './emissions.ts';
import type { Paths } from './paths.ts';

/** Makes an attempt fail that follows this many consecutive failures. */
export async function failAttempt(operation: string, consecutiveFailures: number): Promise<void> {
  const receiver = await startReceiver();
  receiver.answer = { status: 503 };
  const { id } = await addWebhook(workspaceId, { url: receiver.url, events: ['contact.created'] });
  const message = await addDeliveryMessage(workspaceId, id);
  await deliverMessage('webhooks.deliver', message);
  const status = consecutiveFailures < 5 ? 'healthy' : 'failing';
  await connected().table.update({
    update: webhookKey(workspaceId, id),
    set: { consecutiveFailures, status },
  });
  // A failing endpoint gets retries; first attempts are held.
  await runAs(operation, () => deliverMessage(operation, { ...message, attempt: 2, dueAt: 0 }));
}

const failures = (consecutiveFailures: number) => ({
  'webhooks.deliver': { act: () => failAttempt('webhooks.deliver', consecutiveFailures) },
  'webhooks.deliver-slowly': { act: () => failAttempt('webhooks.deliver-slowly', consecutiveFailures) },
});

/** Changes of a webhook's status. */
export const webhookPaths: Paths = { webhookFailing: failures(4), webhookDisabled: failures(19) };
