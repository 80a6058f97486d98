import type { UserPatch, WorkspaceUser } from '#lib/auth/user.ts';
import { planUserUpdate } from '#lib/auth/workspace-users.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { requireLastingAccess } from '#lib/users/invitations.ts';
import type { Principal } from '#lib/values/principal.ts';

/**
 * Changes the name or the role of a user.
 * @throws Problem 403 for a role that would outlive the API key; 404; 422 for the demotion of the last owner
 */
export async function planAllowedUserUpdate(
  services: Pick<Services, 'table' | 'now'>,
  principal: Principal,
  userId: string,
  patch: UserPatch,
): Promise<Change<WorkspaceUser>> {
  if (patch.role !== undefined) requireLastingAccess(principal);

  return planUserUpdate(services, principal.workspaceId, userId, patch);
}
