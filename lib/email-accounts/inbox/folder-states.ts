import { hash } from 'node:crypto';
import type { InboxPosition } from '#lib/email-accounts/inbox/items.ts';
import { accountKey, foldersKey } from '#lib/email-accounts/items.ts';
import type { Put, Table, Update } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';

/** Progress of the reads of one folder. */
export interface FolderState {
  /** All messages up to this position took effect or were set aside. */
  readonly position?: InboxPosition | undefined;
  /** Unfinished attempts at the message after the position, which may have stopped a reader. */
  readonly tries?: number | undefined;
  /** Without a position: messages since this time are unread. Epoch milliseconds. */
  readonly since?: number | undefined;
}

/** States by `folderKey`. */
export type FolderStates = ReadonlyMap<string, FolderState>;

/** The key of INBOX. Its state is in the account item. */
export const inboxFolder = '';

/** A short key for a path of any length. 66 bits distinguish the folders of a mailbox. */
export function folderKey(path: string): string {
  return hash('sha256', path, 'base64url').slice(0, 11);
}

/** Maximum stored states, about 4 KB. A folder beyond them is read again since the last complete read. */
const statesMax = 100;

/** Reads the states of all folders except INBOX. A stale state only repeats reads. */
export async function readFolderStates(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<FolderStates> {
  const item = await table.get(foldersKey(workspaceId, accountId));
  const stored = Object.entries((item?.['folders'] ?? {}) as Record<string, string>);

  return new Map(stored.map(([folder, text]) => [folder, parseState(text)]));
}

/** @returns undefined if the item already has these states */
export function folderStatesPut(
  workspaceId: string,
  accountId: string,
  states: FolderStates,
  stored: FolderStates,
): Put | undefined {
  const folders = formatStates(states);
  if (JSON.stringify(folders) === JSON.stringify(formatStates(stored))) return undefined;

  return { put: { ...foldersKey(workspaceId, accountId), folders } };
}

/**
 * Writes to an account together with the states of its folders, if they changed.
 * @returns false if the condition on the account does not hold
 */
export async function writeWithFolders(
  table: Table,
  account: Update,
  folders: Put | undefined,
): Promise<boolean> {
  return folders ? transactIf(table, [account, folders]) : (await updateIf(table, account)) !== undefined;
}

/** Saves the states of the folders during a read. @returns false without the lease */
export async function saveFolderStates(
  table: Table,
  workspaceId: string,
  accountId: string,
  { until }: { readonly until: number },
  folders: Put | undefined,
): Promise<boolean> {
  const lease = { check: accountKey(workspaceId, accountId), if: { syncLeaseUntil: { is: until } } };

  return folders === undefined || transactIf(table, [lease, folders]);
}

function formatStates(states: FolderStates): Record<string, string> {
  const others = [...states].filter(([folder]) => folder !== inboxFolder);

  return Object.fromEntries(others.slice(-statesMax).map(([folder, state]) => [folder, formatState(state)]));
}

/** `<uidValidity>.<uid>.<tries>`, or `@<since>`. */
function formatState({ position, tries = 0, since = 0 }: FolderState): string {
  return position ? `${position.uidValidity}.${position.uid}.${tries}` : `@${since}`;
}

function parseState(text: string): FolderState {
  if (text.startsWith('@')) return { since: Number(text.slice(1)) };
  const [uidValidity = '', uid, tries] = text.split('.');

  return { position: { uidValidity, uid: Number(uid) }, tries: Number(tries) || undefined };
}
