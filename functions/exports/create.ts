import { accepted, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { planExport } from '#lib/exports/create.ts';
import { exportRoutes } from '#lib/exports/routes.ts';

export const handler = writeEndpoint(exportRoutes.create, async ({ workspaceId, body }, services) =>
  accepted(await planExport(services, workspaceId, body)),
);
