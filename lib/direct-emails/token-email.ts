import type { Change } from '#lib/commit/change.ts';
import { isBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { serviceEmailPut } from '#lib/direct-emails/service-emails.ts';
import { findServiceSender } from '#lib/direct-emails/service-sender.ts';
import type { ServiceText } from '#lib/direct-emails/texts.ts';
import type { Services } from '#lib/runtime/services.ts';
import { invalidField } from '#lib/values/problem.ts';

export interface TokenEmailServices extends Pick<Services, 'table' | 'now'> {
  readonly vault: Vault;
  readonly signer: TokenSigner;
}

interface TokenEmail {
  readonly id: string;
  readonly to: string;
  /** Of the token. */
  readonly createdBy: string;
  readonly text: (pagesUrl: string) => ServiceText;
}

/**
 * Queues the email with a token: no response has the token, so its use proves the address. The limits hold for concurrent requests too.
 * @throws Problem 422 if the operator's mailbox is not available, or the address is blocklisted; at the commit, if a limit is exceeded
 */
export async function planTokenEmail(
  { table, vault, signer, now }: TokenEmailServices,
  workspaceId: string,
  { id, to, createdBy, text }: TokenEmail,
): Promise<Pick<Change<undefined>, 'writes' | 'messages'>> {
  const [sender, isBlocked] = await Promise.all([
    findServiceSender(table),
    isBlocklisted(table, workspaceId, to, 'address'),
  ]);
  if (isBlocked) throw invalidField('', 'state', `${to} is blocklisted`);
  if (!sender) {
    const message = 'the service cannot send emails: the operator must connect a mailbox for it (set-sender)';
    throw invalidField('', 'state', message);
  }
  const at = now();
  const email = { id, sender, to, onBehalfOf: createdBy, text: text(sender.pagesUrl), dueAt: at };

  return {
    writes: [
      await serviceEmailPut(vault, workspaceId, email, at),
      ...(await dailyLimitWrites(signer, workspaceId, 'tokenEmails', [to], at, {
        senderId: sender.workspaceId,
      })),
    ],
    messages: [{ queue: 'sends', message: { serviceEmailId: id } }],
  };
}
