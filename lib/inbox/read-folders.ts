import {
  type FolderState,
  type FolderStates,
  folderKey,
  inboxFolder,
} from '#lib/email-accounts/inbox/folder-states.ts';
import type { InboxPosition } from '#lib/email-accounts/inbox/inbox.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { createMessageParser } from '#lib/inbox/message-parser.ts';
import { type ReadOptions, readNewMessages } from '#lib/inbox/read-new-messages.ts';
import type { ImapSession } from '#lib/mail/imap.ts';

/**
 * Folders in addition to INBOX that are read, those with a special use first: Gmail's “All Mail”, Archive and Junk. Without LIST-STATUS,
 * each costs one command per read.
 */
const foldersMax = 50;

/** Progress in a folder. */
interface FolderProgress {
  readonly folder: string;
  readonly state: FolderState;
  /** Whether the folder was read to its end, or cannot be read. */
  readonly isDone: boolean;
}

interface FolderReadOptions {
  /** Current states. The caller may change them after each yielded progress. */
  readonly states: FolderStates;
  /** Folders without a state are read since this time. Epoch milliseconds. */
  readonly since: number;
  readonly isSuspicious?: boolean;
  readonly beginMessage?: (folder: string, message: InboxPosition) => Promise<boolean>;
}

/**
 * Reads the new messages of INBOX and of all other folders that changed, because a filter, a rule or a person may move an answer
 * out of INBOX. A folder that the server does not open is skipped, and is read since the same time later.
 */
export async function* readFolders(
  services: InboxServices,
  inbox: Omit<Inbox, 'folder'>,
  session: ImapSession,
  options: FolderReadOptions,
): AsyncGenerator<FolderProgress> {
  const { states, since, isSuspicious, beginMessage } = options;
  const shared = { parser: createMessageParser(), processed: new Set<string>(), isSuspicious };
  async function* readOpenFolder(folder: string): AsyncGenerator<FolderProgress> {
    const { position: lastRead, since: unreadSince = since } = states.get(folder) ?? {};
    const readOptions: ReadOptions = {
      ...shared,
      lastRead,
      since: unreadSince,
      beginMessage: beginMessage && ((message) => beginMessage(folder, message)),
    };
    for await (const position of readNewMessages(services, { ...inbox, folder }, session, readOptions)) {
      yield { folder, state: { position }, isDone: false };
    }
    yield { folder, state: { position: session.position }, isDone: true };
  }

  yield* readOpenFolder(inboxFolder);
  for (const { path, position: end } of await session.listFolders(foldersMax)) {
    const folder = folderKey(path);
    const state = states.get(folder);
    if (end && (end.uid === 0 || isSamePosition(state?.position, end))) continue;
    if (await session.openFolder(path)) yield* readOpenFolder(folder);
    else yield { folder, state: { since: state?.since ?? since }, isDone: true };
  }
}

/** A server without UIDVALIDITY has no valid positions. */
function isSamePosition(one: InboxPosition | undefined, { uidValidity, uid }: InboxPosition): boolean {
  return uidValidity !== '0' && one?.uidValidity === uidValidity && one.uid === uid;
}
