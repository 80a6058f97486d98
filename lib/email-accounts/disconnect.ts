import type { Change } from '#lib/commit/change.ts';
import { accountUpdate } from '#lib/email-accounts/change.ts';
import { inboxDueNames } from '#lib/email-accounts/inbox/items.ts';
import {
  credentialAttributes,
  grantKey,
  hasGrant,
  healthKey,
  settingsKey,
  statusAttributes,
} from '#lib/email-accounts/items.ts';
import { readAccountWithSettings } from '#lib/email-accounts/read.ts';
import { planDomainRelease } from '#lib/links/domain-claim.ts';
import type { Services } from '#lib/runtime/services.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestampAfter } from '#lib/values/ids.ts';

/**
 * Deletes an account's credentials and releases its tracking domain, which is verified again after a reconnection. The
 * account itself keeps its id, because activity and executions refer to it and it may be reconnected. So it is still found,
 * and disconnecting it again changes nothing.
 * @throws Problem 404
 */
export async function planDisconnection(
  { table, now }: Services,
  workspaceId: string,
  accountId: string,
): Promise<Change<undefined>> {
  const account = await readAccountWithSettings(table, workspaceId, accountId);
  if (account.status === 'disconnected') return { writes: [], result: undefined };

  return {
    writes: [
      accountUpdate(
        workspaceId,
        account,
        {
          ...statusAttributes(workspaceId, accountId, 'disconnected'),
          updatedAt: timestampAfter(account.updatedAt, now()),
        },
        inboxDueNames,
      ),
      { delete: healthKey(workspaceId, accountId) },
      {
        update: settingsKey(workspaceId, accountId),
        set: {
          statusReason: null,
          ...(account.trackingDomain !== null && {
            trackingDomainStatus: 'pending',
            trackingDomainReason: null,
          }),
        },
        remove: [...credentialAttributes, ...worklistAttributeNames],
      },
      ...(await planDomainRelease(table, workspaceId, account)),
      ...(hasGrant(account) ? [{ delete: grantKey(workspaceId, accountId) }] : []),
    ],
    before: account,
    result: undefined,
  };
}
