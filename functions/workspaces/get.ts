import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { workspaceRoutes } from '#lib/workspaces/routes.ts';
import { getWorkspaceSettings } from '#lib/workspaces/settings.ts';

export const handler = readEndpoint(workspaceRoutes.get, async ({ workspaceId }, { table }) =>
  ok(await getWorkspaceSettings(table, workspaceId)),
);
