import { dispatchKey } from '#lib/campaigns/state/items.ts';
import type { Schedule } from '#lib/campaigns/state/schedule.ts';
import { zoneAttributes } from '#lib/campaigns/state/stored.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { type Table, updateIf, type Write } from '#lib/storage/table.ts';

/** The time zone of the sending windows for a contact; undefined: the campaign's. */
export function zoneFor(
  { schedule }: { readonly schedule: Pick<Schedule, 'useContactTimezone'> },
  { timezone }: Pick<Contact, 'timezone'>,
): string | undefined {
  return schedule.useContactTimezone ? (timezone ?? undefined) : undefined;
}

/** Registers the time zones of new executions in the same transaction, so that the dispatcher reads their queues. */
export function registerZoneWrites(
  workspaceId: string,
  campaignId: string,
  zones: readonly (string | undefined)[],
): Write[] {
  const attributes = zoneAttributes(zones.filter((zone) => zone !== undefined));
  if (Object.keys(attributes).length === 0) return [];

  return [{ update: dispatchKey(workspaceId, campaignId), set: attributes }];
}

/** Registers a time zone before an execution moves to its queue. Does nothing if the campaign was deleted. */
export async function registerZone(
  table: Table,
  workspaceId: string,
  campaignId: string,
  zone: string,
): Promise<void> {
  await updateIf(table, {
    update: dispatchKey(workspaceId, campaignId),
    set: zoneAttributes([zone]),
    if: { pk: 'present' },
  });
}
