import { settingsKey } from '#lib/email-accounts/items.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Why a message of an inbox was set aside, for the owner of the account. */
const setAsideReasons = {
  message_unprocessable: 'a message could not be processed, three times in a row: answer it by hand',
  message_unfinished: 'the inbox reader stopped at a message, three times in a row: answer it by hand',
} as const;
export type SetAsideCode = keyof typeof setAsideReasons;

export interface SetAsideMessage {
  readonly uidValidity: string;
  readonly uid: number;
  readonly code: SetAsideCode;
  /** SHA-256 of its Message-ID, in base64url; null when its header was not read. */
  readonly messageIdHash: string | null;
}

/** As long as a message is recognised when it appears again: see `lib/inbox/items.ts`. */
const keptSeconds = 400 * 86_400;

/**
 * Records that a message was set aside, and counts it once however often it is read.
 * @returns false when it was recorded before
 */
export async function recordSetAside(
  table: Table,
  workspaceId: string,
  accountId: string,
  { uidValidity, uid, code, messageIdHash }: SetAsideMessage,
  now: number,
): Promise<boolean> {
  const settings = settingsKey(workspaceId, accountId);
  const last = { code, message: setAsideReasons[code], uid, messageIdHash, occurredAt: timestamp(now) };
  try {
    await table.transact([
      {
        put: {
          ...{ pk: settings.pk, sk: `SET_ASIDE#${uidValidity}#${uid}`, ...last },
          expiresAtEpochSeconds: Math.floor(now / 1000) + keptSeconds,
        },
        if: { pk: 'absent' },
      },
      {
        update: settings,
        add: { messagesSetAside: 1 },
        set: { lastMessageSetAside: last },
        if: { pk: 'present' },
      },
    ]);

    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}
