import * as z from 'zod/mini';
import { type DirectEmail, sendState } from '#lib/direct-emails/state.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                             | how                                                          |
 * |--------------------------------------------|--------------------------------------------------------------|
 * | a service email                            | GetItem W#<workspace>#SERVICE_EMAILS, <id>                   |
 * | at most one notice per subject and day     | conditional Put in the same partition, <id of webhook or account> |
 * | numbers of emails of a day: all, and to one address | UpdateItem in the same partition, COUNT#<day> and COUNT#<day>#<keyed digest> |
 * | number of emails of a day to all workspaces | UpdateItem COUNT#<day>#ALL in the partition of the mailbox's workspace |
 * | service emails that wait for a worker      | worklist `service_email`                                     |
 * | the operator's mailbox and pages           | GetItem SENDER, SENDER                                       |
 *
 * The email of an invitation has the id of the invitation. Time-to-live deletes all of these items
 * except the last one.
 */
export const senderKey: Key = { pk: 'SENDER', sk: 'SENDER' };

export const serviceEmailsPartition = (workspaceId: string) => `W#${workspaceId}#SERVICE_EMAILS`;

export function serviceEmailKey(workspaceId: string, id: string): Key {
  return { pk: serviceEmailsPartition(workspaceId), sk: id };
}

/** @param day UTC, such as `2026-11-20` */
export function dayCountKey(workspaceId: string, day: string): Key {
  return serviceEmailKey(workspaceId, `COUNT#${day}`);
}

/** Of the emails of the service to all workspaces. @param workspaceId of the mailbox that sends them */
export function serviceCountKey(workspaceId: string, day: string): Key {
  return serviceEmailKey(workspaceId, `COUNT#${day}#ALL`);
}

/** @param digest `recipientDigest` of the address */
export function addressCountKey(workspaceId: string, day: string, digest: string): Key {
  return serviceEmailKey(workspaceId, `COUNT#${day}#${digest}`);
}

export const StoredServiceEmail = z.object({
  ...sendState,
  /** The workspace of the mailbox. */
  senderWorkspaceId: z.string(),
  /** Who made the token, or the owner whom the email notifies. It is sent only if this owner or API key still has the authority. */
  onBehalfOf: z.string(),
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
