import { changeAccount } from '#lib/email-accounts/change.ts';
import {
  accountKey,
  credentialAttributes,
  grantKey,
  settingsKey,
  statusAttributes,
  toAccount,
} from '#lib/email-accounts/items.ts';
import { notFound } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { laterThan } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { noWorklistPlace } from '#lib/storage/worklist.ts';

/**
 * Destroys an account's credentials. The account itself stays, under its id, for the activity and the executions that
 * point to it and for whoever reconnects it. So it is still found, and disconnecting it again is done already.
 * @throws Problem 404
 */
export async function planDisconnection(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
): Promise<Change<undefined>> {
  const item = await table.get(accountKey(workspaceId, accountId), { consistent: true });
  if (!item) throw notFound();
  const account = toAccount(item);
  if (account.status === 'disconnected') return { writes: [], result: undefined };

  return {
    writes: [
      changeAccount(
        workspaceId,
        account,
        {
          ...statusAttributes(workspaceId, accountId, 'disconnected'),
          updatedAt: laterThan(account.updatedAt, now()),
        },
        ['hasGrant', ...noWorklistPlace],
      ),
      {
        update: settingsKey(workspaceId, accountId),
        set: { statusReason: null },
        remove: credentialAttributes,
      },
      ...(account.hasGrant ? [{ delete: grantKey(workspaceId, accountId) }] : []),
    ],
    result: undefined,
  };
}
