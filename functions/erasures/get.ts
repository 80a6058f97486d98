import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { getErasure } from '#lib/erasures/request.ts';
import { erasureRoutes } from '#lib/erasures/routes.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(erasureRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getErasure(services, workspaceId, params.id)),
);
