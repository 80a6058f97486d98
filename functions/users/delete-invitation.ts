import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planInvitationRemoval } from '#lib/users/invitations.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = writeEndpoint(userRoutes.deleteInvitation, ({ workspaceId, params }) =>
  deleted(planInvitationRemoval(workspaceId, params.id)),
);
