import * as z from 'zod/mini';
import type { ApiKey } from '#lib/api-keys/api-key.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item, Key, Table } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { Scope } from '#lib/values/principal.ts';

/*
 * | access pattern                              | how                                        |
 * |---------------------------------------------|--------------------------------------------|
 * | token → workspace, scope                    | GetItem KEY#<id>                           |
 * | rate window and last use of a key           | UpdateItem WINDOW#<id>                     |
 * | keys of a workspace, newest first           | Query W#<workspace>#KEYS, then their items |
 * | revoke, and the keys that a key created     | Query W#<workspace>#KEYS, then both items  |
 * | number of keys of a workspace               | UpdateItem W#<workspace>#KEY_COUNT         |
 * | keys that were created in an hour           | UpdateItem W#<workspace>#KEY_COUNT, hour   |
 */

/** The credential. Only its creation and its revocation write it. A revoked key has the `parent` of its deleted entry. */
export function credentialKey(keyId: string): Key {
  return { pk: `KEY#${keyId}`, sk: 'CREDENTIAL' };
}

export const apiKeysPartition = (workspaceId: string) => `W#${workspaceId}#KEYS`;

/**
 * A key's entry in the workspace's list; a key without an entry is revoked. `parent` is the key, the user or the operator that
 * created it. When a parent key is revoked, `parent` changes to the parent's parent.
 */
export function apiKeyEntryKey(workspaceId: string, keyId: string): Key {
  return { pk: apiKeysPartition(workspaceId), sk: keyId };
}

/** Has `apiKeys`, the number of keys, and `changes`, which every creation and revocation increments. */
export function apiKeyCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#KEY_COUNT`, sk: 'COUNT' };
}

/** The list entries of all keys of a workspace that are not revoked, oldest first. */
export function readEntries(table: Table, workspaceId: string): Promise<Item[]> {
  const entries = readItems(table, { pk: apiKeysPartition(workspaceId), limit: 100 });

  return Array.fromAsync(entries);
}

/** The attributes of a credential, without its secret hash. Times are epoch milliseconds. */
export const StoredCredential = z.object({
  keyId: z.string(),
  workspaceId: z.string(),
  scope: Scope,
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.optional(z.number()),
});
export type StoredCredential = z.infer<typeof StoredCredential>;

const LastUse = z.object({ lastUsedAt: z.optional(z.number()) });

/** @param window the key's rate window; undefined before the first request */
export function toApiKey(item: Item, window?: Item): ApiKey {
  const { keyId, workspaceId: _, expiresAt, ...credential } = StoredCredential.parse(item);
  const { lastUsedAt } = LastUse.parse(window ?? {});

  return {
    ...credential,
    id: keyId,
    expiresAt: expiresAt === undefined ? null : timestamp(expiresAt),
    lastUsedAt: lastUsedAt === undefined ? null : timestamp(lastUsedAt),
    // A key cannot be changed.
    updatedAt: credential.createdAt,
  };
}
