import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SendMessage } from '#lib/emails/workers.ts';
import type { SyncMessage } from '#lib/inbox/workers.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';

const client = once(() => new SQSClient({}));

/**
 * Puts a message into a queue like the dispatcher and the inbox schedules: each tenant has one message group.
 */
function put(QueueUrl: string, message: SendMessage | SyncMessage): Promise<unknown> {
  const MessageBody = JSON.stringify(message);

  return client().send(
    new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId: message.workspaceId }),
  );
}

export function requestSend({
  workspaceId,
  campaignId,
  contactId,
  accountId,
}: SendMessage): Promise<unknown> {
  return put(readConfig('sends:send').SENDS_QUEUE_URL, { workspaceId, campaignId, contactId, accountId });
}

export function requestSync(workspaceId: string, accountId: string): Promise<unknown> {
  return put(readConfig('syncs:send').SYNCS_QUEUE_URL, { workspaceId, accountId });
}
