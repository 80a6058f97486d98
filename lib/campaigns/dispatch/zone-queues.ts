import { dispatchKey } from '#lib/campaigns/items.ts';
import { knownZones } from '#lib/campaigns/stored.ts';
import type { Table, Write } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/** Queues of time zones that somebody enters, with the entry: the dispatcher knows of each before it looks. */
export function zoneWrites(
  workspaceId: string,
  campaignId: string,
  zones: readonly (string | undefined)[],
): Write[] {
  const known = knownZones(zones.filter((zone) => zone !== undefined));
  if (Object.keys(known).length === 0) return [];

  return [{ update: dispatchKey(workspaceId, campaignId), set: known }];
}

/** The same before somebody changes queues. A campaign that is gone has none, and must not get any. */
export async function knowZone(
  table: Table,
  workspaceId: string,
  campaignId: string,
  zone: string,
): Promise<void> {
  await updateIf(table, {
    update: dispatchKey(workspaceId, campaignId),
    set: knownZones([zone]),
    if: { pk: 'present' },
  });
}
