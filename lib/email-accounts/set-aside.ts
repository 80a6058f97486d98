import { settingsKey } from '#lib/email-accounts/items.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Reasons for the account's owner why a message was set aside. */
const setAsideReasons = {
  message_unprocessable: 'a message could not be processed in three attempts: answer it manually',
  message_unfinished: 'the inbox reader could not finish a message: answer it manually',
} as const;
export type SetAsideCode = keyof typeof setAsideReasons;

export interface SetAsideMessage {
  readonly uidValidity: string;
  readonly uid: number;
  readonly code: SetAsideCode;
  /** SHA-256 of the Message-ID, in base64url; null when its header was not read. */
  readonly messageIdHash: string | null;
}

/** As long as the deduplication of messages: see `lib/inbox/items.ts`. */
const retentionSeconds = 400 * 86_400;

/**
 * Records a message that was set aside. Repeated calls count it only once.
 * @returns false when it was already recorded
 */
export async function recordSetAside(
  table: Table,
  workspaceId: string,
  accountId: string,
  { uidValidity, uid, code, messageIdHash }: SetAsideMessage,
  now: number,
): Promise<boolean> {
  const settings = settingsKey(workspaceId, accountId);
  const record = { code, message: setAsideReasons[code], uid, messageIdHash, occurredAt: timestamp(now) };
  try {
    await table.transact([
      {
        put: {
          pk: settings.pk,
          sk: `SET_ASIDE#${uidValidity}#${uid}`,
          ...record,
          expiresAtEpochSeconds: Math.floor(now / 1000) + retentionSeconds,
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

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
