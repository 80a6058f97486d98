import { hashAddress, loginKey } from '#lib/auth/items.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { senderKey } from '#lib/direct-emails/items.ts';
import { findServiceEmail, openServiceEmail } from '#lib/direct-emails/service-emails.ts';
import { listEmails } from '../../infra/local/demo/inbox-page.ts';
import { connected, useStack } from './stack.ts';
import type { TestUser } from './users.ts';

interface TokenEmail {
  /** The id of the service email. */
  readonly id: string;
  /** Its recipient. */
  readonly email: string;
}

/** The token in an email, which waits for a worker or was sent by the stack. An invitation has the id of its email. */
export async function emailedToken(
  workspaceId: string,
  { id, email }: TokenEmail,
  services = connected(),
): Promise<string> {
  const stored = await findServiceEmail(services.table, workspaceId, id);
  if (stored?.state.sealed === undefined) return tokenIn(await receivedText(id, email));
  const { text } = await openServiceEmail(kmsVault(services), workspaceId, stored.state);

  return tokenIn(text);
}

/** The token of the open password reset of a user. */
export async function emailedResetToken({ workspaceId, email }: TestUser): Promise<string> {
  const login = await connected().table.get(loginKey(hashAddress(email)));
  const id = String(login?.['resetEmailId'] ?? '');
  if (id === '') throw new Error(`${email} has no password reset by email`);

  return emailedToken(workspaceId, { id, email });
}

/** Makes an account the mailbox that sends the emails of the service. */
export async function useSender(
  workspaceId: string,
  emailAccountId: string,
  { table } = connected(),
): Promise<void> {
  const sender = { workspaceId, emailAccountId, pagesUrl: 'https://app.example.com/dashboard/' };
  await table.put({ put: { ...senderKey, ...sender } });
}

function tokenIn(text: string): string {
  const token = /#token=(\w+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('the email has no token');

  return token;
}

/** The source of an email in the inbox of the stack. */
async function receivedText(id: string, to: string): Promise<string> {
  const { webUrl } = useStack().mail;
  for (const received of await listEmails(webUrl, { to })) {
    const raw = await (await fetch(`${webUrl}/api/messages/${received.id}/raw`)).text();
    if (raw.includes(`<${id}@`)) return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  }
  throw new Error(`${to} has not received the email ${id}`);
}
