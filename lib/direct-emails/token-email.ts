import type { Change } from '#lib/commit/change.ts';
import { isBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import { serviceEmailPut } from '#lib/direct-emails/service-emails.ts';
import type { ServiceText } from '#lib/direct-emails/texts.ts';
import { trustChecks } from '#lib/email-accounts/authority/trust.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';
import { invalidField } from '#lib/values/problem.ts';

interface TokenEmail {
  readonly id: string;
  readonly emailAccountId: string;
  readonly to: string;
  readonly text: ServiceText;
}

/**
 * Queues an email with a token, from an account that the request names. The limits hold for concurrent requests too.
 * @throws Problem 422 if the account is unknown, not connected or not trusted, or the address is blocklisted; at the commit, if a limit is exceeded
 */
export async function planTokenEmail(
  { table, vault, now }: Pick<Services, 'table' | 'now'> & { readonly vault: Vault },
  workspaceId: string,
  { id, emailAccountId, to, text }: TokenEmail,
): Promise<Pick<Change<undefined>, 'writes' | 'messages'>> {
  const account = await findAccount(table, workspaceId, emailAccountId);
  if (!account) throw invalidField('emailAccountId', 'exists', 'does not exist');
  if (account.status !== 'connected') throw invalidField('emailAccountId', 'state', 'is not connected');
  if (await isBlocklisted(table, workspaceId, to, 'address'))
    throw invalidField('emailAccountId', 'state', `${to} is blocklisted`);
  const at = now();
  const trust = trustChecks(account, at);
  const queued = { id, account, to, text, dueAt: at, hasToken: true as const };

  return {
    writes: [
      ...trust,
      await serviceEmailPut(vault, workspaceId, queued, at),
      ...dailyLimitWrites(workspaceId, 'tokenEmails', [to], 'emailAccountId', at),
    ],
    messages: [{ kind: 'service_email', emailId: id }],
  };
}
