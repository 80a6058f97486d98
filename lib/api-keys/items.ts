import * as z from 'zod/mini';
import { type ApiKey, Scope } from '#lib/api-keys/api-key.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                        |
 * |---------------------------------------------|--------------------------------------------|
 * | token → workspace, scope, rate window       | UpdateItem KEY#<id>                        |
 * | keys of a workspace, newest first           | Query W#<workspace>#KEYS, then their items |
 * | revoke                                      | both in one transaction                    |
 */

/** The credential: written by every request, so it stands in no index. */
export function credentialKey(keyId: string): Key {
  return { pk: `KEY#${keyId}`, sk: 'CREDENTIAL' };
}

export const apiKeysPartition = (workspaceId: string) => `W#${workspaceId}#KEYS`;

/** The entry in the workspace's list, without which a key is revoked. */
export function apiKeyEntryKey(workspaceId: string, keyId: string): Key {
  return { pk: apiKeysPartition(workspaceId), sk: keyId };
}

export const Credential = z.object({
  keyId: z.string(),
  workspaceId: z.string(),
  scope: Scope,
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.optional(z.number()),
  lastUsedAt: z.optional(z.number()),
});
export type Credential = z.infer<typeof Credential>;

export function toApiKey(item: Item): ApiKey {
  const { keyId, workspaceId: _, expiresAt, lastUsedAt, ...credential } = Credential.parse(item);

  return {
    ...credential,
    id: keyId,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    updatedAt: credential.createdAt,
  };
}
