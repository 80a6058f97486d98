import type { Schedule } from '#lib/campaigns/definition/schedule.ts';
import type { Contact } from '#lib/contacts/contact.ts';

/** The time zone of the sending windows for a contact; undefined: the campaign's. */
export function zoneFor(
  { schedule }: { readonly schedule: Pick<Schedule, 'useContactTimezone'> },
  { timezone }: Pick<Contact, 'timezone'>,
): string | undefined {
  return schedule.useContactTimezone ? (timezone ?? undefined) : undefined;
}
