import { hash } from 'node:crypto';
import type { InboxPosition } from '#lib/email-accounts/inbox.ts';
import { recordSetAside, type SetAsideCode } from '#lib/email-accounts/set-aside.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { log } from '#lib/runtime/log.ts';

/** Attempts per message. A temporary conflict with another change must not set the message aside. */
export const triesMax = 3;

/** Records a message that cannot be processed, so that the following messages are read. */
export async function setAsideMessage(
  { table, now }: InboxServices,
  { workspaceId, accountId }: Inbox,
  position: InboxPosition,
  {
    code,
    messageId,
    error,
  }: { readonly code: SetAsideCode; readonly messageId?: string; readonly error?: unknown },
): Promise<void> {
  const messageIdHash = messageId ? hash('sha256', messageId, 'base64url') : null;
  const message = { ...position, code, messageIdHash };
  if (!(await recordSetAside(table, workspaceId, accountId, message, now()))) return;
  log('error', 'message set aside', { workspaceId, accountId, code }, error);
}
