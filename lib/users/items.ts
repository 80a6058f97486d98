import * as z from 'zod/mini';
import type { Item, Key } from '#lib/storage/table.ts';
import type { Invitation } from '#lib/users/invitation.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';
import { Role } from '#lib/values/role.ts';

/*
 * | access pattern                           | how                                      |
 * |------------------------------------------|------------------------------------------|
 * | invitation of a token                    | GetItem W#<workspace>#INVITATIONS, <id>  |
 * | invitations of a workspace, newest first | Query W#<workspace>#INVITATIONS          |
 * | number of users of a workspace           | UpdateItem W#<workspace>#USER_COUNT      |
 *
 * The token names the workspace, so an invitation needs no index. Time-to-live deletes expired invitations; conditions
 * check the expiry, because the deletion may lag by days.
 */
export const invitationsPartition = (workspaceId: string) => `W#${workspaceId}#INVITATIONS`;

export function invitationKey(workspaceId: string, invitationId: string): Key {
  return { pk: invitationsPartition(workspaceId), sk: invitationId };
}

export function userCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#USER_COUNT`, sk: 'COUNT' };
}

export const InvitationItem = z.object({
  sk: z.string(),
  email: z.string(),
  role: Role,
  createdBy: z.string(),
  /** Of the token, which only the email has. */
  emailedHash: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
});

/** @param invitationEmail the state of the email with the token */
export function toInvitation(item: Item, invitationEmail: Invitation['invitationEmail']): Invitation {
  const { sk: id, email, role, createdBy, expiresAt } = InvitationItem.parse(item);

  return {
    id,
    email,
    role,
    createdBy,
    invitationEmail,
    createdAt: timestamp(timeOfId(id)),
    expiresAt: timestamp(expiresAt),
  };
}
