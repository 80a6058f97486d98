import { withCreatorAuthority } from '#lib/auth/authority.ts';
import { resetTokenOf } from '#lib/auth/items.ts';
import type { OpenPasswordReset } from '#lib/auth/user.ts';
import { refusalOf } from '#lib/http/contract.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';

/** The reset tokens of logins that can be used, by the partition of the login. Only owners get them. */
export async function readOpenResets(
  { table, now }: Pick<Services, 'table' | 'now'>,
  principal: Principal,
  logins: readonly Item[],
): Promise<ReadonlyMap<string, OpenPasswordReset>> {
  if (refusalOf({ method: 'GET', role: 'owner' }, principal) !== undefined) return new Map();
  const unexpired = logins
    .map((login) => ({ pk: login.pk, ...resetTokenOf(login) }))
    .filter(({ expiresAt }) => expiresAt > now());
  const open = await withCreatorAuthority(table, unexpired, now());

  return new Map(
    open.map(({ pk, createdBy = null, createdAt, expiresAt }) => [
      pk,
      { createdBy, createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt) },
    ]),
  );
}
