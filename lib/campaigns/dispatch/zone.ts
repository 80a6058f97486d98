import type { Schedule } from '#lib/campaigns/definition/schedule.ts';
import type { Contact } from '#lib/contacts/contact.ts';

/** Whose windows count for a contact: its own zone's, where the campaign wants that and it is known; undefined: the campaign's. */
export function zoneFor(
  { schedule }: { readonly schedule: Pick<Schedule, 'useContactTimezone'> },
  { timezone }: Pick<Contact, 'timezone'>,
): string | undefined {
  return schedule.useContactTimezone ? (timezone ?? undefined) : undefined;
}
