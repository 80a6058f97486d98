import { actorOfUser, auditPut } from '#lib/audit-log/record.ts';
import { creatorChecks } from '#lib/auth/authority.ts';
import { resetAttributes, resetTokenOf, resetTokenValidMs } from '#lib/auth/items.ts';
import { passwordWrites } from '#lib/auth/new-password.ts';
import { newOneTimeToken, oneTimeTokenHash, readOneTimeToken } from '#lib/auth/one-time-token.ts';
import { readOpenResets } from '#lib/auth/open-reset.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { findUserItems, getUserItems, Login, type UserItems } from '#lib/auth/stored-user.ts';
import type { PasswordReset } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';
import { invalidField, notFound, type Problem } from '#lib/values/problem.ts';

/**
 * Creates a token with which a user sets a new password once, within 24 hours. It replaces an earlier token of the user. The
 * table has only its hash. @param origin the owner who creates it, undefined for the operator, and the email with the token
 * @throws Problem 404 for a user of another workspace
 */
export async function planPasswordReset(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  userId: string,
  { createdBy, emailId }: ResetOrigin = {},
): Promise<Change<PasswordResetToken>> {
  const { login } = await getUserItems({ table }, workspaceId, userId);
  const { pk, sk } = login;
  const token = newOneTimeToken('reset', [userId]);
  const resetUntil = now() + resetTokenValidMs;
  const stored = {
    resetHash: oneTimeTokenHash(token),
    resetUntil,
    ...(createdBy !== undefined && { resetBy: createdBy }),
    ...(emailId !== undefined && { resetEmailId: emailId }),
  };

  return {
    writes: [
      {
        update: { pk, sk },
        set: stored,
        remove: resetAttributes.filter((name) => !Object.hasOwn(stored, name)),
        if: { userId: { is: userId } },
        otherwise: () => new StaleDecision('the user was removed concurrently'),
      },
    ],
    result: { userId, token, expiresAt: timestamp(resetUntil) },
  };
}

/**
 * Ends the open reset token of a user. The result is the id of the email with the token, if there is one.
 * @throws Problem 404 without a token that can be used
 */
export async function planResetEnd(
  services: Pick<Services, 'table' | 'now'>,
  principal: Principal,
  userId: string,
): Promise<Change<string | undefined>> {
  const { login } = await getUserItems(services, principal.workspaceId, userId);
  const open = await readOpenResets(services, principal, [login]);
  if (open.size === 0) throw notFound();
  const { pk, sk, resetHash, resetEmailId } = login;

  return {
    writes: [
      {
        update: { pk, sk },
        remove: resetAttributes,
        if: { resetHash: { is: String(resetHash) } },
        otherwise: () => new StaleDecision('the token was used or replaced concurrently'),
      },
    ],
    result: typeof resetEmailId === 'string' ? resetEmailId : undefined,
  };
}

/** The token is for the user only: it leaves by email, or by the operator. */
export interface PasswordResetToken {
  readonly userId: string;
  readonly token: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

interface ResetOrigin {
  readonly createdBy?: string;
  readonly emailId?: string | undefined;
}

/** The request for `resetPassword`. */
interface ResetRequest extends PasswordReset {
  readonly requestId: string;
  /** Time of the request at the gateway, epoch milliseconds. */
  readonly now: number;
}

/**
 * Sets the password of the user that a token belongs to, and ends all of the user's sessions. Of concurrent requests with one
 * token, one succeeds. The error is the same for unknown, used, replaced and expired tokens.
 * @throws Problem 422
 */
export async function resetPassword(
  services: Pick<Services, 'table' | 'now'>,
  { token, newPassword, requestId, now }: ResetRequest,
): Promise<void> {
  // Refuses an invalid token before the expensive hash.
  await readTokenUser(services, token, now);
  const password = await hashPassword(newPassword);
  await retryOnConflict(async () => {
    const items = await readTokenUser(services, token, now);
    const { userId, workspaceId, email } = Login.parse(items.login);
    const audit = auditPut(
      workspaceId,
      {
        actor: actorOfUser(userId, email),
        operation: 'POST /auth/reset-password',
        resourceId: userId,
        requestId,
        fields: ['newPassword'],
      },
      now,
    );
    const checks = creatorChecks(resetTokenOf(items.login), now, invalidToken);
    await commit(
      services,
      workspaceId,
      { writes: passwordWrites(items, password, {}, { resetHash: { is: oneTimeTokenHash(token) } }) },
      [audit, ...checks],
    );
    log('info', 'password reset', { principal: userId, workspaceId });
  });
}

/** The items of the user that a valid token belongs to. @throws Problem 422 */
async function readTokenUser(
  { table }: Pick<Services, 'table'>,
  token: string,
  now: number,
): Promise<UserItems> {
  const [ulid] = readOneTimeToken('reset', token) ?? [];
  const items = ulid === undefined ? undefined : await findUserItems({ table }, `usr_${ulid}`);
  if (!items) throw invalidToken();
  const { resetHash, resetUntil } = items.login;
  if (resetHash !== oneTimeTokenHash(token) || Number(resetUntil) <= now) throw invalidToken();

  return items;
}

function invalidToken(): Problem {
  return invalidField('token', 'one_time', 'is invalid, has expired, or was used before: request a new one');
}
