import { apiKeyCountKey, readEntries } from '#lib/api-keys/items.ts';
import { findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import { type Table, updateIf } from '#lib/storage/table.ts';

interface ApiKeyRecount extends WrongCounters {
  readonly isRepaired: boolean;
}

/**
 * Compares a workspace's API-key counter with its list of keys and, with `repair`, corrects it. Workspaces with keys that
 * are older than the counter may have no counter.
 * @returns undefined if the counter is right
 */
export async function recountApiKeys(
  table: Table,
  workspaceId: string,
  repair: boolean,
): Promise<ApiKeyRecount | undefined> {
  const key = apiKeyCountKey(workspaceId);
  const item = await table.get(key);
  const wrong = findWrongCounters(item, { apiKeys: (await readEntries(table, workspaceId)).length });
  if (!wrong) return undefined;
  const counted = item?.['apiKeys'];
  const ifUnchanged = counted === undefined ? 'absent' : { is: Number(counted) };
  const repaired =
    repair && (await updateIf(table, { update: key, set: wrong.recounted, if: { apiKeys: ifUnchanged } }));

  return { ...wrong, isRepaired: Boolean(repaired) };
}
