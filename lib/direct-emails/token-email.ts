import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { addressCountKey, dayCountKey, dayCountUpdate } from '#lib/direct-emails/items.ts';
import { serviceEmailPut } from '#lib/direct-emails/service-emails.ts';
import type { ServiceText } from '#lib/direct-emails/texts.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Maximum emails with a token per workspace and UTC day, so that a workspace cannot send them in bulk. */
const tokenEmailsPerDay = 50;
/** Maximum emails with a token to one address per workspace and UTC day. */
const tokenEmailsPerAddress = 3;

interface TokenEmail {
  readonly id: string;
  readonly emailAccountId: string;
  readonly to: string;
  readonly text: ServiceText;
}

/**
 * Queues an email with a token, from an account that the request names. The limits hold for concurrent requests too.
 * @throws Problem 422 if the account is unknown or not connected; at the commit, if a limit is exceeded
 */
export async function planTokenEmail(
  { table, vault, now }: Pick<Services, 'table' | 'now'> & { readonly vault: Vault },
  workspaceId: string,
  { id, emailAccountId, to, text }: TokenEmail,
): Promise<Pick<Change<undefined>, 'writes' | 'messages'>> {
  const account = await findAccount(table, workspaceId, emailAccountId);
  if (!account) throw invalidField('emailAccountId', 'exists', 'does not exist');
  if (account.status !== 'connected') throw invalidField('emailAccountId', 'state', 'is not connected');
  const at = now();
  const day = timestamp(at).slice(0, 10);
  const queued = { id, account, to, text };

  return {
    writes: [
      await serviceEmailPut(vault, workspaceId, queued, at),
      countUpdate(dayCountKey(workspaceId, day), tokenEmailsPerDay, 'in this workspace', at),
      countUpdate(addressCountKey(workspaceId, day, to), tokenEmailsPerAddress, 'to this address', at),
    ],
    messages: [{ kind: 'service_email', emailId: id }],
  };
}

function countUpdate(counterKey: Key, max: number, scope: string, now: number): Update {
  return {
    ...dayCountUpdate(counterKey, 'tokenEmails', { count: 1, max }, now),
    otherwise: () =>
      invalidField('emailAccountId', 'count', `at most ${max} such emails are sent ${scope} per UTC day`),
  };
}
