import { planCancellation } from '#lib/bulk-jobs/cancel.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(bulkJobRoutes.cancel, async ({ workspaceId, params }, services) =>
  changed(await planCancellation(services, workspaceId, params.id)),
);
