import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planErasure } from '#lib/erasures/request.ts';
import { erasureRoutes } from '#lib/erasures/routes.ts';

export const handler = writeEndpoint(erasureRoutes.create, async ({ workspaceId, params }, services) =>
  accepted(await planErasure(services, workspaceId, params.id)),
);
