import {
  findServiceEmail,
  openServiceEmail,
  type ServiceEmailContent,
} from '#lib/direct-emails/service-emails.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { sendDirect } from '#lib/emails/direct/send.ts';
import { buildMime } from '#lib/emails/rendering/mime.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import type { ServiceEmailMessage } from '#lib/values/queues.ts';

/** Sends the service email of a queue message at most once. */
export async function sendServiceEmail(
  services: SendServices,
  { workspaceId, serviceEmailId }: ServiceEmailMessage,
): Promise<void> {
  const find = () => findServiceEmail(services.table, workspaceId, serviceEmailId);
  const email = await find();
  if (!email) return;
  await sendDirect(services, {
    workspaceId: email.state.senderWorkspaceId,
    email,
    find,
    compose: async (account) =>
      composeServiceEmail(account, await openServiceEmail(services.vault, workspaceId, email.state)),
    onBehalfOf: { createdBy: email.state.onBehalfOf, createdAt: Date.parse(email.state.createdAt) },
    blocklist: { workspaceId, scope: 'address' },
  });
}

/** Without signature, tracking and unsubscribe link. */
async function composeServiceEmail(
  { fromName, email }: SendingAccount,
  { to, subject, text, html, messageId }: ServiceEmailContent,
): Promise<{ readonly to: string; readonly raw: Buffer }> {
  const from = { name: fromName ?? '', address: email };
  const headers = { from, to, replyTo: null, subject, messageId, unsubscribeUrl: undefined };

  return { to, raw: await buildMime({ ...headers, isAutomatic: true }, { text, html }) };
}
