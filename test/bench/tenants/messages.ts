import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl } from '#lib/runtime/config.ts';
import { once } from '#lib/runtime/services.ts';
import type { SendMessage, SyncMessage } from '#lib/values/queues.ts';

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
  return put(queueUrl('sends'), { workspaceId, campaignId, contactId, accountId });
}

export function requestSync(workspaceId: string, accountId: string): Promise<unknown> {
  return put(queueUrl('syncs'), { workspaceId, accountId });
}
