import { withCreatorAuthority } from '#lib/auth/authority.ts';
import { newOneTimeToken, oneTimeTokenHash } from '#lib/auth/one-time-token.ts';
import { findUserWorkspace } from '#lib/auth/stored-user.ts';
import type { Change } from '#lib/commit/change.ts';
import { queuedEmail } from '#lib/direct-emails/service-email.ts';
import { readServiceEmails, serviceEmailRemoval } from '#lib/direct-emails/service-emails.ts';
import { invitationText } from '#lib/direct-emails/texts.ts';
import { planTokenEmail, type TokenEmailServices } from '#lib/direct-emails/token-email.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Item } from '#lib/storage/table.ts';
import { usersMax } from '#lib/users/create.ts';
import type { Invitation, NewInvitation } from '#lib/users/invitation.ts';
import { InvitationItem, invitationKey, invitationsPartition, toInvitation } from '#lib/users/items.ts';
import { newId, timeOfId, timestamp } from '#lib/values/ids.ts';
import { type Principal, requireLastingAccess } from '#lib/values/principal.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';
import { findWorkspaceName } from '#lib/workspaces/workspaces.ts';

/** How long a token is valid: 7 days. */
const validMs = 7 * 86_400_000;

/**
 * Creates an invitation and queues the email with its token, which is nowhere else; the table has only its hash. Whether the
 * address belongs to a user of another workspace has no effect here.
 * @throws Problem 403; 422 when the address belongs to a user of the workspace, when the workspace has too many invitations, or
 * when the email cannot be sent
 */
export async function planInvitation(
  services: TokenEmailServices,
  principal: Principal,
  { email, role }: NewInvitation,
): Promise<Change<Invitation>> {
  requireLastingAccess(principal);
  const { table, now } = services;
  const { workspaceId, id: createdBy } = principal;
  const [userWorkspaceId, workspaceName, invitations] = await Promise.all([
    findUserWorkspace(table, email),
    findWorkspaceName(table, workspaceId),
    // All of them, because an invitation of a creator without authority does not count. The limit of emails keeps their number small.
    Array.fromAsync(readItems(table, { pk: invitationsPartition(workspaceId), limit: usersMax })),
  ]);
  if (userWorkspaceId === workspaceId) throw invalidField('email', 'unique', 'belongs to a user already');
  // Concurrent requests can exceed the limit by a few, which is harmless: the limit of users is exact.
  if ((await openInvitations(services, invitations)).size >= usersMax) {
    throw invalidField('', 'count', `a workspace has at most ${usersMax} open invitations: delete some`);
  }
  const id = newId('inv', now());
  const token = newOneTimeToken('invitation', [workspaceId, id]);
  const expiresAt = now() + validMs;
  const item = {
    ...invitationKey(workspaceId, id),
    email,
    role,
    createdBy,
    expiresAt,
    emailedHash: oneTimeTokenHash(token),
    expiresAtEpochSeconds: Math.ceil(expiresAt / 1000),
  };
  const text = (pagesUrl: string) =>
    invitationText({ workspaceName, role, token, pagesUrl, expiresAt: timestamp(expiresAt) });
  const sending = await planTokenEmail(services, workspaceId, { id, to: email, createdBy, text });

  return {
    ...sending,
    writes: [{ put: item, if: { pk: 'absent' } }, ...sending.writes],
    result: toInvitation(item, queuedEmail),
  };
}

/** Invitations that can be accepted, newest first. */
export function listInvitations(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Invitation>> {
  return queryPage(table, {
    partitions: [invitationsPartition(workspaceId)],
    request,
    read: async (items) => {
      const open = await openInvitations({ table, now }, items);
      const emails = await readServiceEmails(table, workspaceId, [...open]);

      return items.map((item) => {
        const email = emails.get(item.sk);

        return email && toInvitation(item, email);
      });
    },
  });
}

/** The ids of the invitations that can be accepted: not expired, and with a creator that may still invite. */
async function openInvitations(
  { table, now }: Pick<Services, 'table' | 'now'>,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  const unexpired = items
    .map((item) => InvitationItem.parse(item))
    .filter(({ expiresAt }) => expiresAt > now())
    .map(({ sk: id, createdBy }) => ({ id, createdBy, createdAt: timeOfId(id) }));

  return new Set((await withCreatorAuthority(table, unexpired, now())).map(({ id }) => id));
}

/** Deletes an invitation, which invalidates its token. An email that still waits is not sent. The commit throws Problem 404. */
export function planInvitationRemoval(workspaceId: string, invitationId: string): Change<undefined> {
  const key = invitationKey(workspaceId, invitationId);

  return {
    writes: [
      { delete: key, if: { pk: 'present' }, otherwise: notFound },
      serviceEmailRemoval(workspaceId, invitationId),
    ],
    result: undefined,
  };
}
