import { planAddition } from '#lib/blocklist/add.ts';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { readMissingEntries } from '#lib/blocklist/restored-entries.ts';
import { planSuppression } from '#lib/blocklist/suppress.ts';
import { erasedMarkPut } from '#lib/contacts/addresses/erased-address.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { Repeat, Tables } from './restore-security.ts';

/**
 * Adds the entries of the live blocklist that the restored table does not have, and suppresses their contacts. An unsubscribe
 * and a bounce are entries, too. An address may have an entry of another id: then only its status may change.
 * @returns the number of changes
 */
export async function restoreBlocklist(tables: Tables, workspaceId: string, repeat: Repeat): Promise<number> {
  const { restored, live } = tables;
  // Without the mark, the digests of erased addresses are not looked up.
  const mark = erasedMarkPut(workspaceId);
  if (await live.get(mark.put)) await restored.table.put(mark);
  let count = 0;
  // A repeated addition does not change the live table, which is read.
  for await (const entry of readMissingEntries(restored.table, live, workspaceId))
    count += await repeat(entry.id, () => planEntry(tables, workspaceId, entry));

  return count;
}

async function planEntry({ restored, live }: Tables, workspaceId: string, entry: BlocklistEntry) {
  const { type, value, reason, note, campaignId, executionId } = entry;
  if (type === 'domain') {
    const given = reason === 'import' ? reason : 'manual';

    return (await planAddition(restored, workspaceId, { value, reason: given, note })).change;
  }
  const claim = await readAddressClaim(live, workspaceId, value);
  // The entry was removed in the meantime.
  if (claim?.suppressedAs === undefined) return undefined;
  const suppression = { address: value, status: claim.suppressedAs, reason, note, campaignId, executionId };

  return (await planSuppression(restored, workspaceId, suppression)).change;
}
