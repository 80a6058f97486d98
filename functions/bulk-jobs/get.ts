import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { bulkJobRoutes } from '#lib/bulk-jobs/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(bulkJobRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getBulkJob(services, workspaceId, params.id)),
);
