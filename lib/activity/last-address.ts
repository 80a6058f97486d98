import * as z from 'zod/mini';
import { eventPrefix, subjectPartition, toEvent } from '#lib/activity/items.ts';
import type { Table } from '#lib/storage/table.ts';

/** How many of a contact's latest events are looked through, mails and visits included. */
const eventsMax = 1000;

const WithEmail = z.looseObject({ email: z.string() });

/** The address that a contact had, by what happened to it: activity is kept when the contact is not. */
export async function lastAddressOf(
  table: Table,
  workspaceId: string,
  contactId: string,
): Promise<string | undefined> {
  const { items } = await table.query({
    pk: subjectPartition(workspaceId, contactId),
    sk: { prefix: eventPrefix },
    limit: eventsMax,
    descending: true,
    consistent: true,
  });
  const told = items.map((item) => WithEmail.safeParse(toEvent(item).data));

  return told.find(({ success }) => success)?.data?.email;
}
