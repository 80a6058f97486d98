import type { ImapFlow } from 'imapflow';
import { ImapUnavailable } from '#lib/mail/imap-failure.ts';

/** A position in a folder. Message numbers are valid for one `uidValidity` only (RFC 3501, section 2.3.1.1). */
export interface FolderPosition {
  /** `0` if the server has none. Then no earlier position is valid. */
  readonly uidValidity: string;
  /** The highest assigned message number; 0 in a new folder. */
  readonly uid: number;
}

/** What a server says about a folder. Any value may be missing. */
interface FolderStatus {
  readonly uidValidity?: bigint | undefined;
  readonly uidNext?: number | undefined;
  readonly exists?: number | undefined;
}

/** The values of a position. */
export const positionQuery = { uidNext: true, uidValidity: true } as const;

/**
 * Opens a folder read-only. Some servers leave UIDNEXT out of the response, such as Courier-IMAP 5.0 and 163.com. Then STATUS
 * has it (RFC 3501, section 6.3.1); otherwise the last message has the highest number.
 * @throws ImapUnavailable if the server says nothing about the folder, or an error of imapflow
 */
export async function openFolder(client: ImapFlow, path: string): Promise<FolderPosition> {
  const opened: FolderStatus = await client.mailboxOpen(path, { readOnly: true });
  const position = folderPositionOf(opened);
  if (position) return position;
  const status: FolderStatus = { ...opened, ...(await client.status(path, positionQuery)) };
  const { uidValidity = 0n } = status;

  return (
    folderPositionOf({ ...status, uidValidity }) ?? {
      uidValidity: String(uidValidity),
      uid: await lastUid(client, opened),
    }
  );
}

/** Undefined if a value is missing or has more than 32 bits. */
export function folderPositionOf({ uidValidity, uidNext }: FolderStatus): FolderPosition | undefined {
  if (uidValidity === undefined || uidNext === undefined) return undefined;
  const isValid = uidValidity < 2n ** 32n && uidNext > 0 && uidNext <= 2 ** 32;

  return isValid ? { uidValidity: String(uidValidity), uid: uidNext - 1 } : undefined;
}

async function lastUid(client: ImapFlow, { exists }: FolderStatus): Promise<number> {
  if (exists === 0) return 0;
  const last = exists !== undefined && (await client.fetchOne('*', { uid: true }));
  if (last) return last.uid;
  const cause = Object.assign(new Error('the server does not describe its folders'), { code: 'EPROTOCOL' });
  throw new ImapUnavailable('unreachable', { cause });
}
