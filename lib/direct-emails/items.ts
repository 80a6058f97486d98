import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceEmailError } from '#lib/direct-emails/service-email.ts';
import { type DirectEmail, sendState } from '#lib/direct-emails/state.ts';
import type { Item, Key, Update } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/*
 * | access pattern                             | how                                                          |
 * |--------------------------------------------|--------------------------------------------------------------|
 * | a service email                            | GetItem W#<workspace>#SERVICE_EMAILS, <id>                   |
 * | at most one email per notice               | conditional Put in the same partition, <id of the notice>    |
 * | numbers of emails of a day: all, and to one address | UpdateItem in the same partition, COUNT#<day> and COUNT#<day>#<hash> |
 * | service emails that wait for a worker      | worklist `service_email`                                     |
 *
 * The email of an invitation has the id of the invitation. Time-to-live deletes all of these items.
 */
export const serviceEmailsPartition = (workspaceId: string) => `W#${workspaceId}#SERVICE_EMAILS`;

export function serviceEmailKey(workspaceId: string, id: string): Key {
  return { pk: serviceEmailsPartition(workspaceId), sk: id };
}

/** @param day UTC, such as `2026-11-20` */
export function dayCountKey(workspaceId: string, day: string): Key {
  return serviceEmailKey(workspaceId, `COUNT#${day}`);
}

export function addressCountKey(workspaceId: string, day: string, address: string): Key {
  const digest = hash('sha256', normaliseEmail(address), 'base64url');

  return serviceEmailKey(workspaceId, `COUNT#${day}#${digest}`);
}

/**
 * Counts emails of a UTC day, at most `max`. The counter expires after two days, when its day is over.
 * @param counterKey of the day, or of a day and an address
 */
export function dayCountUpdate(
  counterKey: Key,
  counter: 'notices' | 'tokenEmails',
  { count, max }: { readonly count: number; readonly max: number },
  now: number,
): Update {
  return {
    update: counterKey,
    add: { [counter]: count },
    set: { expiresAtEpochSeconds: Math.ceil(now / 1000) + 2 * 86_400 },
    if: [{ [counter]: 'absent' }, { [counter]: { atMost: max - count } }],
  };
}

export const StoredServiceEmail = z.object({
  ...sendState,
  error: z.optional(ServiceEmailError),
  /** The sealed content. The record of the outcome removes it, because it may contain a secret. */
  sealed: z.optional(z.string()),
});
export type StoredServiceEmail = z.infer<typeof StoredServiceEmail>;

export function toServiceEmail(item: Item): StoredServiceEmail {
  return StoredServiceEmail.parse(item);
}

export function serviceToDirectEmail(workspaceId: string, state: StoredServiceEmail): DirectEmail {
  return { key: serviceEmailKey(workspaceId, state.id), kind: 'service_email', state };
}
