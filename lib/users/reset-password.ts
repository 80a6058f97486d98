import { planPasswordReset } from '#lib/auth/password-reset.ts';
import type { PasswordResetToken } from '#lib/auth/user.ts';
import { getUser } from '#lib/auth/workspace-users.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { passwordResetText } from '#lib/direct-emails/texts.ts';
import { planTokenEmail } from '#lib/direct-emails/token-email.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { NewPasswordReset } from '#lib/users/invitation.ts';
import { newId } from '#lib/values/ids.ts';
import { findWorkspaceName } from '#lib/workspaces/workspaces.ts';

/**
 * Creates a token to reset the password of a user. If the request names an account, the transaction also queues an email with
 * the token to the user.
 * @throws Problem 404; 422 for an account that is not connected
 */
export async function planReset(
  services: Pick<Services, 'table' | 'now'> & { readonly vault: Vault },
  workspaceId: string,
  userId: string,
  { emailAccountId, pageUrl }: NewPasswordReset,
): Promise<Change<PasswordResetToken>> {
  const change = await planPasswordReset(services, workspaceId, userId);
  if (emailAccountId === undefined) return change;
  const [{ email: to }, workspaceName] = await Promise.all([
    getUser(services, workspaceId, userId),
    findWorkspaceName(services.table, workspaceId),
  ]);
  const { token, expiresAt } = change.result;
  const sending = await planTokenEmail(services, workspaceId, {
    id: newId('sem', services.now()),
    emailAccountId,
    to,
    text: passwordResetText({ workspaceName, token, pageUrl, expiresAt }),
  });

  return { ...change, messages: sending.messages ?? [], writes: [...change.writes, ...sending.writes] };
}
