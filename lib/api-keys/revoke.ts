import { apiKeyCountKey, apiKeyEntryKey, credentialKey, readEntries } from '#lib/api-keys/items.ts';
import type { Change } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table, Write } from '#lib/storage/table.ts';
import type { CreatedKeys } from '#lib/values/created-resources.ts';
import { notFound } from '#lib/values/problem.ts';

/** The keys of a workspace with their parents. */
interface KeyTree {
  readonly workspaceId: string;
  readonly counter: Item | undefined;
  readonly entries: readonly Item[];
}

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
  const tree = await readKeyTree(table, workspaceId);
  const revoked = tree.entries.find(({ sk }) => sk === keyId);
  if (!revoked) throw notFound();
  const children = createdKeys === 'keep' ? childrenOf(tree.entries, keyId) : [];
  const ids = createdKeys === 'revoke' ? [...createdKeyIds(tree, keyId), keyId] : [keyId];

  return {
    writes: [
      ...keyRevocationWrites(tree, ids),
      ...children.map(({ pk, sk }): Write => ({ update: { pk, sk }, set: { parent: parentOf(revoked) } })),
    ],
    before: revoked,
    result: undefined,
  };
}

export async function readKeyTree(table: Table, workspaceId: string): Promise<KeyTree> {
  // Read before the entries, so that any later change of the entries fails the condition.
  const counter = await table.get(apiKeyCountKey(workspaceId));

  return { workspaceId, counter, entries: await readEntries(table, workspaceId) };
}

/** The ids of all keys that a key or a user created directly or indirectly. A key follows the keys that it created. */
export function createdKeyIds({ entries }: Pick<KeyTree, 'entries'>, creatorId: string): string[] {
  return childrenOf(entries, creatorId).flatMap(({ sk }) => [...createdKeyIds({ entries }, sk), sk]);
}

/** Revokes keys. The writes fail if a key was created or revoked after the tree was read, also without keys to revoke. */
export function keyRevocationWrites(tree: KeyTree, ids: readonly string[]): Write[] {
  const revoked = tree.entries.filter(({ sk }) => ids.includes(sk));

  return [
    keyCountUpdate(tree, ids.length),
    ...revoked.flatMap((entry): Write[] => [
      { delete: apiKeyEntryKey(tree.workspaceId, entry.sk) },
      {
        update: credentialKey(entry.sk),
        set: { validUntil: 0, parent: parentOf(entry) },
        if: { pk: 'present' },
      },
    ]),
  ];
}

/**
 * The creator or, if it is a revoked key, its closest ancestor that is not a revoked key. The number of reads is limited by the number
 * of keys of a workspace, because the parent of a revoked key was not revoked before it.
 */
export async function readRemainingCreator(table: Table, creatorId: string): Promise<string> {
  if (!creatorId.startsWith('key_')) return creatorId;
  const credential = await table.get(credentialKey(creatorId));
  if (credential?.['validUntil'] !== 0) return creatorId;

  return readRemainingCreator(table, String(credential['parent']));
}

function parentOf({ parent }: Item): unknown {
  return parent ?? 'operator';
}

/** Every creation and revocation increments `changes`, so the condition fails if the entries changed after they were read. */
function keyCountUpdate({ workspaceId, counter }: KeyTree, revokedCount: number): Write {
  const changes = counter?.['changes'];

  return {
    update: apiKeyCountKey(workspaceId),
    add: { apiKeys: -revokedCount, changes: 1 },
    if: { changes: changes === undefined ? 'absent' : { is: Number(changes) } },
    otherwise: () => new StaleDecision('a key was created or revoked concurrently'),
  };
}

function childrenOf(entries: readonly Item[], creatorId: string): Item[] {
  return entries.filter(({ parent }) => parent === creatorId);
}
