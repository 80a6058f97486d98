import {
  type FolderState,
  type FolderStates,
  folderStatesPut,
  inboxFolder,
  readFolderStates,
  saveFolderStates,
} from '#lib/email-accounts/inbox/folder-states.ts';
import {
  type InboxPosition,
  type Lease,
  LeaseLost,
  saveReadPosition,
} from '#lib/email-accounts/inbox/inbox.ts';
import { triesMax } from '#lib/inbox/read-new-messages.ts';
import type { Put, Table } from '#lib/storage/table.ts';

/** The progress of a reader with a lease, in all folders of a mailbox. */
export interface ReadProgress {
  readonly states: FolderStates;
  /** The position in INBOX. */
  reached(): InboxPosition | undefined;
  /** Whether messages of another folder were read. */
  hasReadFolder(): boolean;
  /** The write of the states of other folders; undefined if they have not changed. */
  foldersPut(): Put | undefined;
  /** Like `foldersPut`, but the last attempt counts, because its message may have caused a failure. */
  foldersPutAfterFailure(): Put | undefined;
  advance(folder: string, state: FolderState): void;
  /** Saves the position in a folder during reading. @throws LeaseLost */
  save(folder: string): Promise<void>;
  /**
   * Saves the position and counts an attempt before a message is fetched, in case the message stops the reader.
   * @returns false if the message had too many attempts and must be set aside @throws LeaseLost
   */
  beginMessage(folder: string, message: InboxPosition): Promise<boolean>;
}

export async function loadReadProgress(
  table: Table,
  workspaceId: string,
  accountId: string,
  lease: Lease,
): Promise<ReadProgress> {
  const { syncedTo, syncAttempt } = lease;
  // The attempt belongs to the message after the position.
  const tries = syncedTo && syncAttempt?.uid === syncedTo.uid + 1 ? syncAttempt.tries : undefined;
  let stored = await readFolderStates(table, workspaceId, accountId);
  const states = new Map([...stored, [inboxFolder, { position: syncedTo, tries }]]);
  let attempt: readonly [string, FolderState] | undefined;
  let hasReadFolder = false;

  const foldersPut = (current: FolderStates = states) =>
    folderStatesPut(workspaceId, accountId, current, stored);
  const save = async (folder: string, { position, tries: count }: FolderState) => {
    if (folder !== inboxFolder) {
      const current = new Map([...states, [folder, { position, tries: count }]]);
      const isSaved = await saveFolderStates(table, workspaceId, accountId, lease, foldersPut(current));
      if (!isSaved) throw new LeaseLost();
      stored = current;
    } else if (position) {
      const counted = count === undefined ? undefined : { uid: position.uid + 1, tries: count };
      await saveReadPosition(table, workspaceId, accountId, lease, position, counted);
    }
  };

  return {
    states,
    reached: () => states.get(inboxFolder)?.position,
    hasReadFolder: () => hasReadFolder,
    foldersPut,
    foldersPutAfterFailure: () => foldersPut(attempt && new Map([...states, attempt])),
    advance(folder, state) {
      states.set(folder, state);
      attempt = undefined;
      hasReadFolder ||= folder !== inboxFolder && state.position !== undefined;
    },
    save: (folder) => save(folder, states.get(folder) ?? {}),
    async beginMessage(folder, { uidValidity, uid }) {
      const { position, tries: earlierTries = 0 } = states.get(folder) ?? {};
      const isSameMessage = position?.uidValidity === uidValidity && position.uid + 1 === uid;
      const count = isSameMessage ? earlierTries : 0;
      if (count >= triesMax) return false;
      const begun = { position: { uidValidity, uid: uid - 1 }, tries: count + 1 };
      await save(folder, begun);
      attempt = [folder, begun];

      return true;
    },
  };
}
