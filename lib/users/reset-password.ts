import { planPasswordReset, planResetEnd } from '#lib/auth/password-reset.ts';
import type { PasswordResetToken } from '#lib/auth/user.ts';
import { getUser } from '#lib/auth/workspace-users.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { serviceEmailRemoval } from '#lib/direct-emails/service-emails.ts';
import { passwordResetText } from '#lib/direct-emails/texts.ts';
import { planTokenEmail } from '#lib/direct-emails/token-email.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { NewPasswordReset } from '#lib/users/invitation.ts';
import { newId } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';
import { invalidField } from '#lib/values/problem.ts';
import { findWorkspaceName } from '#lib/workspaces/workspaces.ts';

/**
 * Creates a token to reset the password of a user. If the request names an account, the transaction also queues an email with
 * the token to the user.
 * @throws Problem 404; 422 for the own user, and for an account that is not connected
 */
export async function planReset(
  services: Pick<Services, 'table' | 'now'> & { readonly vault: Vault },
  principal: Principal,
  userId: string,
  { emailAccountId, pageUrl }: NewPasswordReset,
): Promise<Change<PasswordResetToken>> {
  const { id: createdBy, workspaceId } = principal;
  // A token must not replace the current password of the own session.
  if (userId === createdBy)
    throw invalidField('id', 'state', 'is your own user: change your password with POST /auth/password');
  const emailId = emailAccountId === undefined ? undefined : newId('sem', services.now());
  const change = await planPasswordReset(services, workspaceId, userId, { createdBy, emailId });
  if (emailAccountId === undefined || emailId === undefined) return change;
  const [{ email: to }, workspaceName] = await Promise.all([
    getUser(services, principal, userId),
    findWorkspaceName(services.table, workspaceId),
  ]);
  const { token, expiresAt } = change.result;
  const sending = await planTokenEmail(services, workspaceId, {
    id: emailId,
    emailAccountId,
    to,
    text: passwordResetText({ workspaceName, token, pageUrl, expiresAt }),
  });

  return { ...change, messages: sending.messages ?? [], writes: [...change.writes, ...sending.writes] };
}

/** Deletes the open token of a user, which stops working. An email that still waits is not sent. @throws Problem 404 */
export async function planResetRemoval(
  services: Pick<Services, 'table' | 'now'>,
  principal: Principal,
  userId: string,
): Promise<Change<undefined>> {
  const { writes, result: emailId } = await planResetEnd(services, principal, userId);
  const emailWrites = emailId === undefined ? [] : [serviceEmailRemoval(principal.workspaceId, emailId)];

  return { writes: [...writes, ...emailWrites], result: undefined };
}
