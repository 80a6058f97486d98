import { planPasswordReset, planResetEnd } from '#lib/auth/password-reset.ts';
import type { OpenPasswordReset } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import { serviceEmailRemoval } from '#lib/direct-emails/service-emails.ts';
import { passwordResetText } from '#lib/direct-emails/texts.ts';
import { planTokenEmail, type TokenEmailServices } from '#lib/direct-emails/token-email.ts';
import type { Services } from '#lib/runtime/services.ts';
import { getUser } from '#lib/users/users.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import type { Principal } from '#lib/values/principal.ts';
import { invalidField } from '#lib/values/problem.ts';
import { findWorkspaceName } from '#lib/workspaces/workspaces.ts';

/**
 * Creates a token to reset the password of a user, and queues the email to the user, which is the only place of the token.
 * @throws Problem 404; 422 for the own user, and when the email cannot be sent
 */
export async function planReset(
  services: TokenEmailServices,
  principal: Principal,
  userId: string,
): Promise<Change<OpenPasswordReset>> {
  const { id: createdBy, workspaceId } = principal;
  // A token must not replace the current password of the own session.
  if (userId === createdBy)
    throw invalidField('id', 'state', 'is your own user: change your password with POST /auth/password');
  const { table, now } = services;
  const emailId = newId('sem', now());
  const [change, { email: to }, workspaceName] = await Promise.all([
    planPasswordReset(services, workspaceId, userId, { createdBy, emailId }),
    getUser(services, principal, userId),
    findWorkspaceName(table, workspaceId),
  ]);
  const { token, expiresAt } = change.result;
  const text = (pagesUrl: string) => passwordResetText({ workspaceName, token, pagesUrl, expiresAt });
  const sending = await planTokenEmail(services, workspaceId, { id: emailId, to, createdBy, text });
  const result = { createdBy, createdAt: timestamp(now()), expiresAt };

  return { ...sending, writes: [...change.writes, ...sending.writes], result };
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
