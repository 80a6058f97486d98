import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { listExports } from '#lib/exports/read.ts';
import { exportRoutes } from '#lib/exports/routes.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(exportRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listExports(services, workspaceId, query)),
);
