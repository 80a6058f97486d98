import type { CreatedKeys } from '#lib/api-keys/api-key.ts';
import { apiKeyCountKey, apiKeyEntryKey, credentialKey, readEntries } from '#lib/api-keys/items.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Write } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Revokes a key and, if requested, all keys that it created directly or indirectly. This is not the default: during a
 * rotation, the old key creates the new one and is then revoked. Remaining keys get the parent of the revoked key, so the
 * chain stays connected.
 * @throws Problem 404 for a key of another workspace or a revoked key
 */
export async function planKeyRevocation(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  keyId: string,
  createdKeys: CreatedKeys,
): Promise<Change<undefined>> {
  // Read before the entries, so that any later change of the entries fails the condition.
  const counter = await table.get(apiKeyCountKey(workspaceId), { consistent: true });
  const entries = await readEntries(table, workspaceId);
  const revoked = entries.find(({ sk }) => sk === keyId);
  if (!revoked) throw notFound();
  const children = childrenOf(entries, keyId);
  const ids = createdKeys === 'revoke' ? [keyId, ...withDescendants(entries, children)] : [keyId];

  return {
    writes: [
      keyCountUpdate(workspaceId, ids.length, counter),
      ...ids.flatMap((id) => revocationWrites(workspaceId, id)),
      ...(createdKeys === 'keep' ? children.map((child) => parentUpdate(child, revoked['parent'])) : []),
    ],
    result: undefined,
  };
}

function revocationWrites(workspaceId: string, keyId: string): Write[] {
  return [
    { delete: apiKeyEntryKey(workspaceId, keyId) },
    { update: credentialKey(keyId), set: { validUntil: 0 }, if: { pk: 'present' } },
  ];
}

function parentUpdate({ pk, sk }: Item, parent: unknown): Write {
  return { update: { pk, sk }, ...(parent === undefined ? { remove: ['parent'] } : { set: { parent } }) };
}

/** Every creation and revocation increments `changes`, so the condition fails if the entries changed after they were read. */
function keyCountUpdate(workspaceId: string, revokedCount: number, counter: Item | undefined): Write {
  const changes = counter?.['changes'];

  return {
    update: apiKeyCountKey(workspaceId),
    add: { apiKeys: -revokedCount, changes: 1 },
    if: { changes: changes === undefined ? 'absent' : { is: Number(changes) } },
    otherwise: () => new StaleDecision('a key was created or revoked concurrently'),
  };
}

function childrenOf(entries: readonly Item[], keyId: string): Item[] {
  return entries.filter(({ parent }) => parent === keyId);
}

/** The ids of keys and of all keys that they created directly or indirectly. */
function withDescendants(entries: readonly Item[], keys: readonly Item[]): string[] {
  return keys.flatMap(({ sk }) => [sk, ...withDescendants(entries, childrenOf(entries, sk))]);
}
