import * as z from 'zod/mini';
import type { Vault } from '#lib/crypto/vault.ts';
import {
  type StoredServiceEmail,
  serviceEmailKey,
  serviceToDirectEmail,
  toServiceEmail,
} from '#lib/direct-emails/items.ts';
import type { ServiceEmail } from '#lib/direct-emails/service-email.ts';
import type { ServiceSender } from '#lib/direct-emails/service-sender.ts';
import type { DirectEmail } from '#lib/direct-emails/state.ts';
import { type ServiceText, serviceBodies } from '#lib/direct-emails/texts.ts';
import { directEmailPut } from '#lib/direct-emails/transitions.ts';
import { domainOf } from '#lib/mail/message-id.ts';
import type { Put, Table, Write } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** The table keeps the state of a service email for 30 days. */
export const retentionSeconds = 30 * 86_400;

const ServiceEmailContent = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  messageId: z.string(),
});
export type ServiceEmailContent = z.infer<typeof ServiceEmailContent>;

/** Binds the sealed content to its email and to the mailbox that sends it: a write to the table cannot send it from another one. */
const sealContext = ({
  id,
  senderWorkspaceId,
  emailAccountId,
}: Pick<StoredServiceEmail, 'id' | 'senderWorkspaceId' | 'emailAccountId'>) =>
  `${id}.service-email ${senderWorkspaceId} ${emailAccountId}`;

interface NewServiceEmail {
  readonly id: string;
  readonly sender: ServiceSender;
  readonly to: string;
  readonly onBehalfOf: string;
  readonly text: ServiceText;
  /** Not sent before this time. Epoch milliseconds. */
  readonly dueAt: number;
}

/** The write that queues an email with encrypted content. The same transaction must send the message `service_email`. */
export async function serviceEmailPut(
  vault: Vault,
  workspaceId: string,
  { id, sender: { workspaceId: senderWorkspaceId, account }, to, onBehalfOf, text, dueAt }: NewServiceEmail,
  now: number,
): Promise<Put> {
  const content: ServiceEmailContent = {
    to,
    subject: text.subject,
    ...serviceBodies(text),
    // Replies and reports to it refer to no execution, so they are not activity of a contact.
    messageId: `<${id}@${domainOf(account.email)}>`,
  };
  const ids = { id, emailAccountId: account.id, senderWorkspaceId };
  const sealed = await vault.seal(workspaceId, sealContext(ids), JSON.stringify(content));
  const state: StoredServiceEmail = {
    ...ids,
    onBehalfOf,
    status: 'queued',
    dueAt,
    attempts: 0,
    createdAt: timestamp(now),
    sealed,
  };
  const expiresAtEpochSeconds = Math.ceil(dueAt / 1000) + retentionSeconds;

  return directEmailPut(serviceToDirectEmail(workspaceId, state), { sealed, expiresAtEpochSeconds });
}

export async function findServiceEmail(
  table: Table,
  workspaceId: string,
  id: string,
): Promise<(DirectEmail & { readonly state: StoredServiceEmail }) | undefined> {
  const item = await table.get(serviceEmailKey(workspaceId, id));
  if (!item) return undefined;
  const state = toServiceEmail(item);

  return { ...serviceToDirectEmail(workspaceId, state), state };
}

/** Deletes an email. If it is still queued, it is not sent. */
export function serviceEmailRemoval(workspaceId: string, id: string): Write {
  return { delete: serviceEmailKey(workspaceId, id) };
}

/** @throws if the email has an outcome: then its content was deleted */
export async function openServiceEmail(
  vault: Vault,
  workspaceId: string,
  { sealed, ...ids }: StoredServiceEmail,
): Promise<ServiceEmailContent> {
  if (sealed === undefined) throw new Error('the service email has no content');

  return ServiceEmailContent.parse(JSON.parse(await vault.open(workspaceId, sealContext(ids), sealed)));
}

/** The service emails with these ids. At most 100. */
export async function readServiceEmails(
  table: Table,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServiceEmail>> {
  const items = await table.getMany(ids.map((id) => serviceEmailKey(workspaceId, id)));

  return new Map(items.map((item) => [item.sk, presentServiceEmail(toServiceEmail(item))]));
}

function presentServiceEmail(stored: StoredServiceEmail): ServiceEmail {
  const { status, error = null, sentAt = null } = stored;

  return { status, error, sentAt };
}

/** The queue message for an overdue email of the worklist. */
export function readServiceEmailMessage(
  item: { readonly pk: string; readonly sk: string } | undefined,
): { readonly workspaceId: string; readonly serviceEmailId: string } | undefined {
  if (!item) return undefined;
  const [, workspaceId = ''] = item.pk.split('#');

  return { workspaceId, serviceEmailId: item.sk };
}
