import { listBulkJobItems } from '#lib/bulk-jobs/list-items.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(
  bulkJobRoutes.listItems,
  async ({ workspaceId, params, query }, services) =>
    ok(await listBulkJobItems(services, workspaceId, params.id, query)),
);
