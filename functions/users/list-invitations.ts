import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { listInvitations } from '#lib/users/invitations.ts';
import { userRoutes } from '#lib/users/routes.ts';

export const handler = readEndpoint(userRoutes.listInvitations, async ({ workspaceId, query }, services) =>
  ok(await listInvitations(services, workspaceId, query)),
);
