import { deleted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planExportDeletion } from '#lib/exports/delete.ts';
import { exportRoutes } from '#lib/exports/routes.ts';

export const handler = writeEndpoint(exportRoutes.delete, async ({ workspaceId, params }, services) =>
  deleted(await planExportDeletion(services, workspaceId, params.id)),
);
