import { hash } from 'node:crypto';
import type { InboxPosition } from '#lib/email-accounts/inbox/inbox.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Reasons for the account's owner why a message was set aside. */
const setAsideReasons = {
  message_unprocessable: 'a message could not be processed in three attempts: answer it manually',
  message_unfinished: 'the inbox reader could not finish a message: answer it manually',
} as const;

interface SetAsideCause {
  readonly code: keyof typeof setAsideReasons;
  /** Absent when the header of the message was not read. */
  readonly messageId?: string;
  readonly error?: unknown;
}

interface SetAsideInbox {
  readonly workspaceId: string;
  readonly accountId: string;
  /** `folderKey` of the message's folder; empty for INBOX. */
  readonly folder: string;
}

/** As long as the deduplication of messages: see `lib/inbox/items.ts`. */
const retentionSeconds = 400 * 86_400;

/**
 * Records a message that cannot be processed, so that the following messages are read. Repeated calls count and log it only
 * once.
 */
export async function setAsideMessage(
  { table, now }: Services,
  { workspaceId, accountId, folder }: SetAsideInbox,
  { uidValidity, uid }: InboxPosition,
  { code, messageId, error }: SetAsideCause,
): Promise<void> {
  const settings = settingsKey(workspaceId, accountId);
  const messageIdHash = messageId ? hash('sha256', messageId, 'base64url') : null;
  const occurredAt = timestamp(now());
  const record = { code, message: setAsideReasons[code], uid, messageIdHash, occurredAt };
  const isRecorded = await transactIf(table, [
    {
      put: {
        pk: settings.pk,
        // Two folders may have the same numbers.
        sk: `SET_ASIDE#${uidValidity}#${uid}#${folder}`,
        ...record,
        expiresAtEpochSeconds: Math.floor(now() / 1000) + retentionSeconds,
      },
      if: { pk: 'absent' },
    },
    {
      update: settings,
      add: { messagesSetAside: 1 },
      set: { lastMessageSetAside: record },
      if: { pk: 'present' },
    },
  ]);
  if (!isRecorded) return;
  log('error', 'message set aside', { workspaceId, accountId, code }, error);
}
