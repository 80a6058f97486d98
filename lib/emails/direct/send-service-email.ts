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
  const find = async () => {
    const email = await findServiceEmail(services.table, workspaceId, serviceEmailId);
    if (!email) return undefined;
    const open = async () => {
      const content = await openServiceEmail(services.vault, workspaceId, email.state);

      return { ...content, compose: (account: SendingAccount) => compose(account, content) };
    };

    return { ...email, open };
  };
  const email = await find();
  if (!email) return;
  await sendDirect(services, {
    workspaceId: email.state.senderWorkspaceId,
    email,
    find,
    onBehalfOf: { createdBy: email.state.onBehalfOf, createdAt: Date.parse(email.state.createdAt) },
    blocklist: { workspaceId, scope: 'address' },
  });
}

/** Without signature, tracking and unsubscribe link. */
function compose(
  { fromName, email }: SendingAccount,
  { to, subject, text, html, messageId }: ServiceEmailContent,
): Promise<Buffer> {
  const from = { name: fromName ?? '', address: email };
  const headers = { from, to, replyTo: null, subject, messageId, unsubscribeUrl: undefined };

  return buildMime({ ...headers, isAutomatic: true }, { text, html });
}
