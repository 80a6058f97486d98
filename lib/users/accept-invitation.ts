import { actorOfUser, auditPut } from '#lib/audit-log/record.ts';
import { creatorChecks } from '#lib/auth/authority.ts';
import { type OpenedLogin, openLogin } from '#lib/auth/login.ts';
import { oneTimeTokenHash, readOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/password.ts';
import type { InvitationAcceptance } from '#lib/auth/user.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { planUser } from '#lib/users/create.ts';
import { InvitationItem, invitationKey } from '#lib/users/items.ts';
import { timeOfId } from '#lib/values/ids.ts';
import { invalidField, type Problem } from '#lib/values/problem.ts';

interface AcceptanceRequest extends InvitationAcceptance {
  readonly requestId: string;
  readonly userAgent: string | undefined;
  /** Time of the request at the gateway, epoch milliseconds. */
  readonly now: number;
}

/**
 * Creates the user of an invitation and opens a session. The token was only in the email, so it proves the address. Of
 * concurrent requests with one token, one succeeds. The error is
 * the same for unknown, used, deleted and expired tokens.
 * @throws Problem 422
 */
export async function acceptInvitation(
  services: Pick<Services, 'table' | 'now'>,
  { token, password, name, requestId, userAgent, now }: AcceptanceRequest,
): Promise<OpenedLogin> {
  const invitation = await readInvitation(services, token, now);
  const { workspaceId, email, role, createdBy, createdAt } = invitation;
  const change = planUser(services, workspaceId, { email, name, role }, await hashPassword(password));
  const { id: userId } = change.result;
  const audit = auditPut(
    workspaceId,
    {
      actor: actorOfUser(userId, email),
      operation: 'POST /auth/accept-invitation',
      // The entry of the invitation has the same id, so its creator can be found.
      resourceId: invitation.key.sk,
      requestId,
      fields: ['password', 'name'],
    },
    now,
  );
  // Deleting the invitation makes its token invalid.
  const invitationDeletion = {
    delete: invitation.key,
    if: { emailedHash: { is: oneTimeTokenHash(token) }, expiresAt: { above: now } },
    otherwise: invalidToken,
  } as const;
  await commit(services, workspaceId, change, [
    invitationDeletion,
    audit,
    ...creatorChecks({ createdBy, createdAt }, now, invalidToken),
  ]);
  const opened = await openLogin(services, { email, userAgent, now });
  if (!opened) throw new Error('the user of an invitation was removed before the first session');

  return opened;
}

/** @throws Problem 422 */
async function readInvitation({ table }: Pick<Services, 'table'>, token: string, now: number) {
  const [workspaceUlid, invitationUlid] = readOneTimeToken('invitation', token) ?? [];
  if (workspaceUlid === undefined || invitationUlid === undefined) throw invalidToken();
  const workspaceId = `wsp_${workspaceUlid}`;
  const key = invitationKey(workspaceId, `inv_${invitationUlid}`);
  const item = await table.get(key);
  if (!item) throw invalidToken();
  const { email, role, createdBy, emailedHash, expiresAt } = InvitationItem.parse(item);
  if (emailedHash !== oneTimeTokenHash(token) || expiresAt <= now) throw invalidToken();

  return { workspaceId, key, email, role, createdBy, createdAt: timeOfId(key.sk) };
}

function invalidToken(): Problem {
  return invalidField(
    'token',
    'one_time',
    'is invalid, has expired, or was used before: ask for a new invitation',
  );
}
